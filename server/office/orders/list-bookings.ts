import { bookingColumns, bookingPayers, liveSessions, paysFor, sessionBookings } from "@db/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { displayStart, timeIn } from "../../core/dates";
import { shownEmail } from "../../core/email-address";
import { formatAmount } from "../../core/money";
import { countFound, fromNearerEnd, type Page, pageOf, sortedBy } from "../../core/pagination";
import { matches } from "./order-search";
import { readBookingMoney, shownStatus } from "../../payments/order-money";
import type { BookingsQuery, ListedBooking } from "./schemas";

export async function listBookings(
  ctx: Context,
  { search, imported, page: wanted, sort }: BookingsQuery,
): Promise<{ bookings: ListedBooking[]; page: Page; importedOn: string | null }> {
  const { db, visitor } = ctx;
  const condition = and(
    isNull(sessionBookings.archivedAt),
    imported && eq(sessionBookings.importedAt, imported),
    search === "" ? undefined : matches(db, searched, search),
  );
  const isFound = db.select({ id: sessionBookings.id }).from(sessionBookings).where(condition);
  const count = search === "" ? await db.$count(sessionBookings, condition) : await countFound(db, isFound);
  const paged = pageOf(wanted, count);
  const isByStart = sort.endsWith("start");
  const direction = sort === "booked" || sort === "start" ? "asc" : "desc";
  const by = isByStart ? liveSessions.startTime : sessionBookings.createdAt;
  const rows = await fromNearerEnd(paged, direction, (window) =>
    db
      .select({ booking: bookingColumns, session: liveSessions })
      .from(sessionBookings)
      .leftJoin(bookingPayers, paysFor)
      .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
      .where(condition)
      .orderBy(...sortedBy(window.direction, by, sessionBookings.id))
      .limit(window.limit)
      .offset(window.offset),
  );
  const money = await readBookingMoney(
    db,
    rows.map(({ booking }) => booking),
  );
  const bookings = rows.map(({ booking, session }): ListedBooking => {
    const start = displayStart(session, ctx);
    const { id, status, quantity, totalMinor: amountMinor, currency } = booking;
    return {
      id,
      status,
      quantity,
      paymentStatus: shownStatus(booking.paymentStatus, money.get(id)),
      bookedAt: timeIn(booking.createdAt, visitor.timeZone),
      attendee: `${booking.attendeeFirstName} ${booking.attendeeLastName}`,
      email: shownEmail(booking.attendeeEmail),
      sessionId: session.id,
      session: session.title,
      startsAt: `${start.mediumDate}, ${start.time} ${start.zone}`,
      price: formatAmount({ amountMinor, currency }),
    };
  });
  const importedOn = imported ? timeIn(imported, visitor.timeZone) : null;
  return { bookings, page: paged.page, importedOn };
}

const { id, sessionId, attendeeFirstName, attendeeLastName, attendeeEmail } = sessionBookings;
/** The expression of the index session_bookings_plain_idx. */
const searchText = sql`(${attendeeFirstName} || ' ' || ${attendeeLastName} || ' ' || ${attendeeEmail})`;
const searched = { id, sessionId, searchText };
