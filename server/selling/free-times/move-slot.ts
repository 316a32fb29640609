import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import { readPricing } from "../../catalogue/schedule/price-rates";
import { lockInstructor } from "../../catalogue/schedule/instructor-time";
import { moveAnswers } from "./answers";
import { askCalendar, readCalendar } from "./busy-times";
import { aroundOf, periodOf, slotsBeside, takeFirst } from "./find-slots";
import { type OfferWithRules, requireOffer } from "./offers";
import { insertSession, uuidOf } from "./session-of-slot";
import type { TimeSpan } from "./slots";

/** A session of one person, of an offer. */
type OwnSession = LiveSession & { offerId: string };

export const isOneToOne = (session: LiveSession): session is OwnSession => session.offerId !== null;

/** Returns the free times that a one-to-one session may be moved to, as sessions that are not stored yet. */
export async function listSlotsToMoveTo(ctx: Context, from: OwnSession): Promise<LiveSession[]> {
  const found = await requireOffer(ctx.db, from.offerId);
  const calendar = await readCalendar(ctx, aroundOf(found, aheadOf(ctx, found)));
  const slots = await freeFor(ctx, from, found, calendar);
  return takeFirst(slots, mostTimes).map((start) => sessionAt(from, start));
}

const mostTimes = 60;
/** As many more as may have become free while the form was open. */
const mostTried = 10 * mostTimes;

/** A time to move to, with what the instructor's calendar has said, which is asked before the transaction. */
type SlotToMoveTo = { start: Date; calendar: TimeSpan[] };

/** Finds the time that a form names. Null if it is no longer free, or the session is one of a group. */
export async function findSlotToMoveTo(ctx: Context, ref: { from: string; to: string }): Promise<SlotToMoveTo | null> {
  const [from] = await ctx.db.select().from(liveSessions).where(eq(liveSessions.id, ref.from));
  if (!from || !isOneToOne(from)) return null;
  const found = await requireOffer(ctx.db, from.offerId);
  const calendar = await askCalendar(ctx, aroundOf(found, aheadOf(ctx, found)));
  const slots = takeFirst(await freeFor(ctx, from, found, calendar), mostTried);
  const start = slots.find((slot) => idOfMove(from, slot) === ref.to);
  return start ? { start, calendar } : null;
}

/** Frees the time of a locked session and takes another; returns the session there. Null if it has just been taken. */
export async function takeSlot(
  tx: Transaction,
  ctx: Pick<Context, "clock" | "settings">,
  { from, slot: { start, calendar } }: { from: OwnSession; slot: SlotToMoveTo },
): Promise<LiveSession | null> {
  await lockInstructor(tx);
  const found = await requireOffer(tx, from.offerId);
  const wanted = { between: periodOf(start), calendar, exceptSessionId: from.id };
  if (takeFirst(await slotsBeside(tx, ctx, found, wanted), 1).length === 0) return null;
  // Both times may overlap.
  await tx.update(liveSessions).set({ slotFreedAt: ctx.clock.now() }).where(eq(liveSessions.id, from.id));
  const id = uuidOf("moved", from.id, start.toISOString(), ctx.clock.now().toISOString());
  const { priceRates } = await readPricing(tx, from);
  const to = await insertSession(tx, { ...sessionAt(from, start), id, createdAt: ctx.clock.now() }, priceRates);
  await moveAnswers(tx, { from: from.id, to: to.id });
  return to;
}

const freeFor = (ctx: Context, { id }: OwnSession, found: OfferWithRules, calendar: TimeSpan[]) =>
  slotsBeside(ctx.db, ctx, found, { between: aheadOf(ctx, found), calendar, exceptSessionId: id });

const aheadOf = ({ clock }: Pick<Context, "clock">, { rules }: OfferWithRules): TimeSpan => ({
  start: clock.now(),
  end: minutesAfter(clock.now(), (rules.horizonDays + 2) * 24 * 60),
});

const sessionAt = (from: OwnSession, start: Date): LiveSession => ({
  ...from,
  id: idOfMove(from, start),
  startTime: start,
  recordingUrl: null,
  cancelledAt: null,
  rescheduledAt: null,
  slotFreedAt: null,
  blocked: null,
  calendarSequence: 0,
  version: 1,
});

const idOfMove = ({ id }: OwnSession, start: Date): string => uuidOf("move", id, start.toISOString());
