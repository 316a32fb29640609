import { and, asc, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { formatAmount } from "../core/money";
import { displayStart, timeIn } from "../core/dates";
import { type Page, pageLength, pageOf } from "../core/pagination";
import type { Context } from "../core/context";
import { shownEmail } from "../core/email-address";
import { bookingMatches } from "./find-orders";
import type { BookingsQuery, ListedBooking } from "./schemas";

export async function listBookings(
  ctx: Context,
  { search, page: wanted, sort }: BookingsQuery,
): Promise<{ bookings: ListedBooking[]; page: Page }> {
  const { db, visitor } = ctx;
  const isMeant = and(isNull(sessionBookings.archivedAt), search === "" ? undefined : bookingMatches(db, search));
  const { page, offset } = pageOf(wanted, await db.$count(sessionBookings, isMeant));
  const order = ordersBy[sort];
  // Sorts ids only, then reads the rows that are shown.
  const keys = db.select({ id: sessionBookings.id }).from(sessionBookings).$dynamic();
  const sorted = sort.endsWith("start") ? keys.innerJoin(liveSessions, isOfSession) : keys;
  const found = await sorted
    .where(isMeant)
    .orderBy(...order)
    .limit(pageLength)
    .offset(offset);
  const ids = found.map(({ id }) => id);
  const rows = await db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, isOfSession)
    .where(inArray(sessionBookings.id, ids))
    .orderBy(...order);
  const bookings = rows.map(({ booking, session }): ListedBooking => {
    const { month, day, year, time, zone } = displayStart(session, ctx);
    const { id, status, paymentStatus, totalMinor: amountMinor, currency } = booking;
    return {
      ...{ id, status, paymentStatus },
      bookedAt: timeIn(booking.createdAt, visitor.timeZone),
      attendee: `${booking.attendeeFirstName} ${booking.attendeeLastName}`,
      email: shownEmail(booking.attendeeEmail),
      sessionId: session.id,
      session: session.title,
      startsAt: `${month} ${day}, ${year}, ${time} ${zone}`,
      price: formatAmount({ amountMinor, currency }),
    };
  });
  return { bookings, page };
}

const isOfSession = eq(liveSessions.id, sessionBookings.sessionId);

const ordersBy: Record<BookingsQuery["sort"], SQL[]> = {
  "": [desc(sessionBookings.createdAt), desc(sessionBookings.id)],
  booked: [asc(sessionBookings.createdAt), asc(sessionBookings.id)],
  start: [asc(liveSessions.startTime), asc(sessionBookings.id)],
  "-start": [desc(liveSessions.startTime), desc(sessionBookings.id)],
};
