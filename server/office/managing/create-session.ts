import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { displayStart, longDay, longStartOf } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { findSession, lockSession } from "../../catalogue/schedule/find-session";
import { queueStandingPlaces } from "../../selling/memberships/periods/queue-standing-places";
import { priceContext } from "../../platform/money/price-context";
import { checkPrice, type PriceCheck } from "../../platform/money/price-notes";
import { type NewRate, writeRates } from "../../platform/money/price-rows";
import { readPricing } from "../../catalogue/schedule/price-rates";
import { noteUnusualPrice } from "./price-notes";
import { refuseOverlap } from "./refuse-overlap";
import type { NewSession } from "./schemas";
import { describeRhythm, type Rhythm } from "../../catalogue/schedule/series-rhythm";
import { movedByClocks, nextSeriesDate, seriesDates } from "./session-times";
import { ratesOfCopy } from "../../platform/money/typed-prices";
import { sessionValues } from "./session-values";

/**
 * `preview`: the dates of a series to be confirmed, or `check`: an unusual price. Nothing is saved yet, and `key` proves that
 * they were seen.
 */
type CreatedSession =
  | { outcome: "created"; id: string; count: number; hasBegun: boolean }
  | { outcome: "preview"; key: string; rhythm: string; dates: string[] }
  | PriceCheck;

/**
 * Creates a session or a series, the latter only with the dates shown before. Posting the form twice creates it once.
 * Throws invalid.
 */
export async function createSession(
  ctx: MemberContext,
  { formKey, repeat, times, agreedDates, agreedPrice, ...form }: NewSession,
): Promise<CreatedSession> {
  return inTransaction(ctx, async (tx) => {
    const { values, rates } = await sessionValues(tx, ctx, form);
    const check = checkPrice(await noteUnusualPrice(tx, { ...values, id: formKey }), agreedPrice);
    if (check) return check;
    if (repeat === "once") return insert(tx, ctx, { first: { ...values, id: formKey }, rates });
    const series = { first: values.startTime, rhythm: repeat, times: requireTimes(times) };
    const starts = seriesDates({ ...series, siteTimeZone: ctx.settings.siteTimeZone });
    const key = starts.map((start) => start.toISOString()).join(" ");
    if (agreedDates !== key) return preview(ctx, starts, { key, ...series }, values.locationType);
    const later = starts.slice(1).map((startTime) => ({ ...values, startTime, id: randomUUID(), seriesId: formKey }));
    return insert(tx, ctx, { first: { ...values, id: formKey, seriesId: formKey }, later, rates });
  });
}

function requireTimes(times: number | undefined): number {
  if (times === undefined) throw new DomainError("invalid", "How many sessions should be created?", { field: "times" });
  return times;
}

type NewRow = typeof liveSessions.$inferInsert & { id: string };

const plannedOf = ({
  id,
  title,
  startTime,
  durationMinutes = 60,
  locationType = "online",
  isPublished = false,
}: NewRow) => ({
  id,
  title,
  startTime,
  durationMinutes,
  locationType,
  isPublished,
  cancelledAt: null,
  offerId: null,
});

type NewSessions = { first: NewRow; later?: NewRow[]; rates: NewRate[] };

async function insert(tx: Transaction, ctx: MemberContext, { first, later = [], rates }: NewSessions) {
  const now = ctx.clock.now();
  await refuseOverlap(tx, ctx, [first, ...later].map(plannedOf));
  const [created] = await tx
    .insert(liveSessions)
    .values({ ...first, createdAt: now })
    .onConflictDoNothing({ target: liveSessions.id })
    .returning();
  if (!created) return alreadyCreated(tx, first.id, now);
  if (later.length > 0) await tx.insert(liveSessions).values(later.map((row) => ({ ...row, createdAt: now })));
  const rows = [first, ...later];
  if (rates.length > 0) {
    const ids = rows.map(({ id }) => id);
    for (const sessionId of ids) await writeRates(tx, { sessionId }, rates);
  }
  for (const row of rows) {
    const details = { title: row.title, ...(row.seriesId && { seriesId: row.seriesId }) };
    await audit(tx, ctx, "session.created", row.id, details);
  }
  if (first.seriesId) await queueStandingPlaces(tx);
  return { outcome: "created" as const, id: first.id, count: rows.length, hasBegun: created.startTime <= now };
}

async function alreadyCreated(tx: Transaction, id: string, now: Date): Promise<CreatedSession> {
  const inSeries = await tx.$count(liveSessions, eq(liveSessions.seriesId, id));
  const { startTime } = await findSession(tx, id);
  return { outcome: "created", id, count: Math.max(1, inSeries), hasBegun: startTime <= now };
}

type SeriesPreview = { key: string; rhythm: Rhythm; first: Date };

function preview(
  ctx: MemberContext,
  starts: Date[],
  { key, rhythm, first }: SeriesPreview,
  locationType: LiveSession["locationType"],
): CreatedSession {
  const { siteTimeZone } = ctx.settings;
  const moved = movedByClocks(starts, siteTimeZone);
  const dates = starts.map((startTime) => {
    const date = longStartOf(displayStart({ startTime, locationType }, ctx));
    return moved.includes(startTime) ? `${date} (later: the clocks go forward on that day)` : date;
  });
  return { outcome: "preview", key, rhythm: describeRhythm({ first, rhythm, siteTimeZone }), dates };
}

type DuplicateInput = { id: string; formKey: string };

/** Drafts a copy: of a series on its next date, of others a week later. Posting twice copies once. Throws not_found. */
export async function duplicateSession(ctx: MemberContext, { id, formKey }: DuplicateInput) {
  const copyId = idOfCopy(id, formKey);
  const zone = ctx.settings.siteTimeZone;
  return inTransaction(ctx, async (tx) => {
    // Locked, so that its picture is not deleted meanwhile.
    const original = await lockSession(tx, id);
    if (original.offerId !== null) throw new DomainError("closed", "A one-to-one session is made by its booking.");
    const weekLater = DateTime.fromJSDate(original.startTime, { zone }).plus({ days: 7 }).toJSDate();
    const startTime = (await nextOfSeries(tx, ctx, original)) ?? weekLater;
    const { version: _, createdAt: __, ...kept } = original;
    const [copy] = await tx
      .insert(liveSessions)
      .values({
        ...kept,
        id: copyId,
        title: titleOfCopy(original),
        startTime,
        isPublished: false,
        recordingUrl: null,
        cancelledAt: null,
        rescheduledAt: null,
        calendarSequence: 0,
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing({ target: liveSessions.id })
      .returning({ startTime: liveSessions.startTime });
    const { today } = priceContext(ctx);
    if (copy && original.pricing !== "one") {
      await writeRates(tx, { sessionId: copyId }, ratesOfCopy((await readPricing(tx, original)).priceRates, today));
    }
    if (copy) await audit(tx, ctx, "session.duplicated", copyId, { of: id });
    const { startTime: start } = copy ?? (await findSession(tx, copyId));
    return { id: copyId, date: longDay(start, zone) };
  });
}

/** A copy of a copy has the suffix once. */
const titleOfCopy = ({ title }: LiveSession): string => `${title.replace(/ [(]Copy[)]$/, "")} (Copy)`;

/** Returns the same UUID for the same session and form. One form of a list duplicates each of its sessions once. */
function idOfCopy(id: string, formKey: string): string {
  const hex = createHash("sha256").update(`${id} ${formKey}`).digest("hex");
  // Version 8, whose bits are free for the application: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

async function nextOfSeries(tx: Transaction, { clock, settings }: MemberContext, { seriesId }: LiveSession) {
  if (seriesId === null) return null;
  const rows = await tx
    .select({ startTime: liveSessions.startTime })
    .from(liveSessions)
    .where(eq(liveSessions.seriesId, seriesId));
  const starts = rows.map(({ startTime }) => startTime);
  return nextSeriesDate({ starts, now: clock.now(), siteTimeZone: settings.siteTimeZone });
}
