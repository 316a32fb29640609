import type { Queryable } from "@db/client";
import { bookingTickets, liveSessions, sessionBookings } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";

const areHeld = inArray(sessionBookings.status, ["confirmed", "completed"]);
const areCheckedIn = and(isNotNull(bookingTickets.checkedInAt), isNull(bookingTickets.cancelledAt));

/** Counts the tickets of confirmed and completed bookings, for each of the sessions that have some. */
export const bookedTickets = (db: Queryable, areMeant: SQL | undefined) =>
  db
    .select({
      sessionId: sessionBookings.sessionId,
      booked: sql`sum(${sessionBookings.quantity})`.mapWith(Number).as("booked_tickets"),
    })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(areHeld, areMeant))
    .groupBy(sessionBookings.sessionId);

/** Counts those of them that are checked in. */
export const checkedInTickets = (db: Queryable, areMeant: SQL | undefined) =>
  db
    .select({ sessionId: sessionBookings.sessionId, came: sql`count(*)`.mapWith(Number).as("checked_in_tickets") })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(areCheckedIn, areHeld, areMeant))
    .groupBy(sessionBookings.sessionId);

/** Returns whether at least one ticket of a selected session was checked in; else attendance is unknown. */
export const hasCheckIns = sql<boolean>`exists (select from ${sessionBookings} as booking
  join ${bookingTickets} as ticket on ticket.booking_id = booking.id
    and ticket.checked_in_at is not null and ticket.cancelled_at is null
  where booking.session_id = ${liveSessions.id} and booking.status in ('confirmed', 'completed'))`;
