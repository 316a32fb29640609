import { randomUUID } from "node:crypto";
import { one } from "@db/one";
import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import { liveSessions, sessionCategories } from "@db/schema";
import { countPlaces, type Places } from "../../catalogue/schedule/places";
import { countInLine } from "../../selling/waitlist/entries";
import { printEntered } from "../../platform/money/session-price";
import type { Context } from "../../core/context";
import { displayStart, formatDuration, placeLabel } from "../../core/dates";
import { pageLength, pageOf, sortedBy } from "../../core/pagination";
import { isContained } from "../../core/search";
import { plateUrl } from "../../platform/artwork/plate";
import { findDeletable, wayToEnd } from "./delete-session";
import type { SessionSearch } from "./schemas";

const { id, title, category, startTime, durationMinutes, seriesId, thumbnailUrl } = liveSessions;
const { locationType, location, city, postCode, maxAttendees } = liveSessions;
const { enteredPriceMinor, enteredCurrency, enteredHighestMinor } = liveSessions;
const { isPublished, isFeatured, cancelledAt, offerId, slotFreedAt } = liveSessions;

const shown = {
  id,
  title,
  category,
  startTime,
  durationMinutes,
  seriesId,
  thumbnailUrl,
  locationType,
  location,
  city,
  postCode,
  maxAttendees,
  enteredPriceMinor,
  enteredCurrency,
  enteredHighestMinor,
  isPublished,
  isFeatured,
  cancelledAt,
  offerId,
  slotFreedAt,
};
type SessionRow = Pick<typeof liveSessions.$inferSelect, keyof typeof shown>;
type PartName = "upcoming" | "cancelled" | "past";

export type AdminSession = ReturnType<typeof cardOf> & { ending: ReturnType<typeof wayToEnd> };

/** The rows of each part of a search's results, and of the parts below the upcoming sessions. */
const shortPart = 10;

export async function listSessions(ctx: Context, query: SessionSearch) {
  const now = ctx.clock.now();
  const matching = narrowedBy(query);
  const firstPart = query.search ? shortPart : pageLength;
  const isUpcoming = and(gt(startTime, now), isNull(cancelledAt), isNull(slotFreedAt));
  const isCancelled = and(gt(startTime, now), or(isNotNull(cancelledAt), isNotNull(slotFreedAt)));
  const isPast = lte(startTime, now);
  const counts = await countParts(ctx, matching, { upcoming: isUpcoming, cancelled: isCancelled, past: isPast });
  const read = async (name: PartName, isIn: SQL | undefined, direction: "asc" | "desc", length: number) => {
    const { page, limit, offset } = pageOf(query[name], counts[name], length);
    const rows = await ctx.db
      .select(shown)
      .from(liveSessions)
      .where(and(matching, isIn))
      .orderBy(...sortedBy(direction, liveSessions.startTime, liveSessions.id))
      .limit(limit)
      .offset(offset);
    return { rows, page };
  };
  const [upcoming, cancelled, past, categories] = await Promise.all([
    read("upcoming", isUpcoming, "asc", firstPart),
    read("cancelled", isCancelled, "asc", shortPart),
    read("past", isPast, "desc", shortPart),
    ctx.db.select({ name: sessionCategories.name }).from(sessionCategories).orderBy(sessionCategories.name),
  ]);
  const describe = await cardWriter(ctx, [...upcoming.rows, ...cancelled.rows, ...past.rows]);
  return {
    upcoming: { sessions: upcoming.rows.map(describe), page: upcoming.page },
    cancelled: { sessions: cancelled.rows.map(describe), page: cancelled.page },
    past: { sessions: past.rows.map(describe), page: past.page },
    categories: categories.map(({ name }) => name),
    formKey: randomUUID(),
  };
}

/** Finds sessions by title, drafts and cancelled ones too, those closest to now first. */
export async function findSessions(ctx: Context, search: string, limit: number) {
  const fromNow = sql`abs(extract(epoch from ${startTime} - ${ctx.clock.now().toISOString()}::timestamptz))`;
  const rows = await ctx.db
    .select(shown)
    .from(liveSessions)
    // The expression of the index live_sessions_plain_idx.
    .where(isContained(search, title))
    .orderBy(fromNow, id)
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    date: displayStart(row, ctx).mediumDate,
    isDraft: !row.isPublished,
    isCancelled: row.cancelledAt !== null,
  }));
}

async function countParts({ db }: Context, matching: SQL | undefined, parts: Record<PartName, SQL | undefined>) {
  const countOf = (isIn: SQL | undefined) => sql`count(*) filter (where ${isIn})`.mapWith(Number);
  const counted = await db
    .select({
      upcoming: countOf(parts.upcoming),
      cancelled: countOf(parts.cancelled),
      past: countOf(parts.past),
    })
    .from(liveSessions)
    .where(matching);
  return one(counted, "count");
}

function narrowedBy({ search, category }: SessionSearch): SQL | undefined {
  // The expression of the index live_sessions_plain_text_idx.
  const text = sql`(${title} || ' ' || coalesce(${city}, '') || ' ' || ${liveSessions.description})`;
  return and(
    search ? isContained(search, text) : undefined,
    category ? eq(liveSessions.category, category) : undefined,
  );
}

async function cardWriter(ctx: Context, rows: SessionRow[]): Promise<(row: SessionRow) => AdminSession> {
  const ids = rows.map(({ id }) => id);
  const [places, waiting] = await Promise.all([countPlaces(ctx.db, ids), countInLine(ctx.db, ids)]);
  const deletable = await findDeletable(ctx.db, ids, waiting);
  const now = ctx.clock.now();
  return (row) => ({
    ...cardOf(ctx, row, places.get(row.id), waiting.get(row.id) ?? 0),
    ending: wayToEnd(row, deletable.has(row.id), now),
  });
}

/** Dates further away are shown with their year. */
const nearMs = 300 * 24 * 60 * 60 * 1000;

function cardOf(ctx: Context, session: SessionRow, places: Places | undefined, waiting: number) {
  const { weekdayShort, month, day, mediumDate, time, zone, iso } = displayStart(session, ctx);
  const isNear = Math.abs(session.startTime.getTime() - ctx.clock.now().getTime()) < nearMs;
  return {
    id: session.id,
    title: session.title,
    category: session.category,
    start: { date: isNear ? `${weekdayShort}, ${month} ${day}` : mediumDate, time, zone, iso },
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    price: printEntered(session),
    taken: places?.taken ?? 0,
    maxAttendees: session.maxAttendees,
    waiting,
    isDraft: !session.isPublished,
    isFeatured: session.isFeatured,
    isCancelled: session.cancelledAt !== null || session.slotFreedAt !== null,
    isOneToOne: session.offerId !== null,
    isOfSeries: session.seriesId !== null,
    image: session.thumbnailUrl ?? plateUrl(session.category, "round", session.id),
  };
}
