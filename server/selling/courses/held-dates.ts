import type { Queryable } from "@db/client";
import { type Booking, type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { asc, eq, inArray } from "drizzle-orm";

/** A date that a purchase of a course holds, has booked or has given up. */
export type HeldDate = { booking: Booking; session: LiveSession };

/** Reads the dates of purchases, the earliest first. */
export async function readDatesOf(db: Queryable, purchaseIds: string[]): Promise<HeldDate[]> {
  if (purchaseIds.length === 0) return [];
  return db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(inArray(sessionBookings.coursePurchaseId, purchaseIds))
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id));
}
