import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, type Pass, passes, sessionWaitlist } from "@db/schema";
import { and, asc, eq, inArray, isNull, or, type SQL } from "drizzle-orm";

/** Locks passes in the order of their ids. A pass is locked last: after sessions, bookings, purchases and payments. */
export const lockPasses = (tx: Transaction, condition: SQL | undefined): Promise<Pass[]> =>
  tx.select().from(passes).where(condition).orderBy(asc(passes.id)).for("no key update");

/** Locks the passes that have paid for bookings. */
export async function lockPassesOf(tx: Transaction, bookings: { passId: string | null }[]): Promise<void> {
  const ids = bookings.flatMap(({ passId }) => passId ?? []);
  if (ids.length > 0) await lockPasses(tx, inArray(passes.id, ids));
}

/**
 * Locks, all at once, the passes of those who wait for a place in a locked session, and the pass of a booking that gives
 * one up. Call it before credits return and places are offered: two such transactions, of which each returns to a pass
 * that the other one offers with, would wait for each other.
 */
export async function lockPassesInLine(
  tx: Transaction,
  { id }: Pick<LiveSession, "id">,
  booking?: Pick<Booking, "id" | "passId">,
): Promise<void> {
  const { userId, sessionId, status, bookingId } = sessionWaitlist;
  const isWaiting = and(eq(sessionId, id), eq(status, "waiting"));
  // An offer may be opened again for the booking that accepted it.
  const isAsked = booking ? or(isWaiting, eq(bookingId, booking.id)) : isWaiting;
  const asked = tx.select({ userId }).from(sessionWaitlist).where(isAsked);
  const isOfLine = and(inArray(passes.userId, asked), isNull(passes.endedAt));
  await lockPasses(tx, booking?.passId ? or(eq(passes.id, booking.passId), isOfLine) : isOfLine);
}
