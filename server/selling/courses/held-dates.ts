import type { Queryable } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { asc, eq, inArray } from "drizzle-orm";

/** A date that a purchase of a course holds, has booked or has given up. */
export type HeldDate = { booking: Booking; session: LiveSession };

/** Reads the dates of purchases, the earliest first. */
export async function readDatesOf(db: Queryable, purchaseIds: string[]): Promise<HeldDate[]> {
  if (purchaseIds.length === 0) return [];
  return db
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(inArray(bookingPayers.purchaseId, purchaseIds))
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id));
}
