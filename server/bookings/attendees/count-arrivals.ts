import type { Queryable } from "@db/client";
import { one } from "@db/one";
import { bookingTickets, sessionBookings } from "@db/schema";
import { and, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";

export async function countArrivals(db: Queryable, sessionId: string): Promise<{ booked: number; here: number }> {
  return one(
    await db
      .select({
        booked: count(),
        here: sql`count(*) filter (where ${isNotNull(bookingTickets.checkedInAt)})`.mapWith(Number),
      })
      .from(bookingTickets)
      .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
      .where(hasPlaceIn(sessionId)),
    "count",
  );
}

export const hasPlaceIn = (sessionId: string) =>
  and(
    eq(sessionBookings.sessionId, sessionId),
    isNull(sessionBookings.archivedAt),
    inArray(sessionBookings.status, ["confirmed", "completed"]),
    isNull(bookingTickets.cancelledAt),
  );
