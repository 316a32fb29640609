import { bookingTickets, liveSessions, sessionBookings } from "@db/schema";
import { sql } from "drizzle-orm";

const areHeld = sql`booking.session_id = ${liveSessions.id} and booking.status in ('confirmed', 'completed')`;

/** Counts the tickets of confirmed and completed bookings of a selected session. */
export const bookedTickets = sql<number>`(select coalesce(sum(booking.quantity), 0) from ${sessionBookings} as booking
  where ${areHeld})`.mapWith(Number);

const areCheckedIn = sql`from ${sessionBookings} as booking
  join ${bookingTickets} as ticket on ticket.booking_id = booking.id
    and ticket.checked_in_at is not null and ticket.cancelled_at is null
  where ${areHeld}`;

/** Counts those of them that are checked in. */
export const checkedInTickets = sql<number>`(select count(*) ${areCheckedIn})`.mapWith(Number);

/** Returns whether at least one ticket was checked in; without a check-in, attendance is unknown. */
export const hasCheckIns = sql<boolean>`exists (select ${areCheckedIn})`;
