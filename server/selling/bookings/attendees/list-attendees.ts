import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { one } from "@db/one";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  bookingTickets,
  type LiveSession,
  paysFor,
  sessionBookings,
  type Ticket,
} from "@db/schema";
import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../../core/context";
import { dayOf } from "../../../core/dates";
import { normalEmail, shownEmail } from "../../../core/email-address";
import { pageOf } from "../../../core/pagination";
import { referenceOf } from "../../../core/reference";
import { attendeeOf } from "../../../platform/mail/templates";
import { type AddressProblem, findMailProblems } from "../../../platform/mail/mail-status";
import { printTotal } from "../../../platform/money/print-order";
import { disputeLabels, moneyNotes, type OrderMoney, readBookingMoney } from "../../../payments/order-money";
import { findSession } from "../../../catalogue/schedule/find-session";
import { readAnswersOf, type StoredAnswer } from "../../free-times/answers";
import { readHealthNote } from "../health/health-notes";
import { isConfirmed } from "../mails/mail-booking";
import { describeMoves, listMovedAway } from "../move/moves";
import { paidLaterBy } from "../paid-later";
import { isActive, listTicketsOf, ticketName } from "../tickets";
import { stateOf } from "../transitions";

export const attendeesPerPage = 100;

export type Attendee = ReturnType<typeof attendeeView>;

export type ListedAttendee = Attendee & {
  tickets: AttendeeTicket[];
  moves: string[];
  /** What they answered before a one-to-one session. */
  answers: StoredAnswer[];
  mailProblem: AddressProblem | null;
  /** What has become of the money. */
  notes: string[];
  canRefund: boolean;
  canResend: boolean;
};

export async function listAttendees(ctx: Context, query: { sessionId: string; page: number }) {
  const session = await findSession(ctx.db, query.sessionId);
  const isListed = and(eq(sessionBookings.sessionId, session.id), isNull(sessionBookings.archivedAt));
  const { all, cancelled } = one(
    await ctx.db
      .select({
        all: count(),
        cancelled: sql`count(*) filter (where ${sessionBookings.status} = 'cancelled')`.mapWith(Number),
      })
      .from(sessionBookings)
      .where(isListed),
    "count",
  );
  const counts = { cancelled, ...(await countArrivals(ctx.db, session.id)) };
  const { page, offset } = pageOf(query.page, all, attendeesPerPage);
  const rows = await ctx.db
    .select(bookingColumns)
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .where(isListed)
    .orderBy(sql`${sessionBookings.status} = 'cancelled'`, asc(sessionBookings.createdAt), asc(sessionBookings.id))
    .limit(attendeesPerPage)
    .offset(offset);
  const [tickets, moves, movedAway, problems, money, answers] = await Promise.all([
    listTicketsOf(ctx.db, rows),
    describeMoves(ctx, rows),
    listMovedAway(ctx, session.id),
    findMailProblems(
      ctx.db,
      rows.map((row) => normalEmail(row.attendeeEmail)),
    ),
    readBookingMoney(ctx.db, rows),
    session.offerId === null ? null : readAnswersOf(ctx.db, ctx.settings, [session.id]),
  ]);
  return {
    session: { id: session.id, title: session.title, isCancelled: session.cancelledAt !== null },
    attendees: rows.map((row) => ({
      ...attendeeView(ctx, row, session),
      ...standingOf(row, session, money.get(row.id)),
      tickets: (tickets.get(row.id) ?? []).map((ticket) => ticketView(ctx, row, ticket)),
      moves: moves.get(row.id) ?? [],
      answers: answers?.get(session.id) ?? [],
      mailProblem: problems.get(normalEmail(row.attendeeEmail)) ?? null,
      canResend: isConfirmed({ booking: row, session }, ctx.clock.now()),
    })),
    movedAway,
    counts,
    page,
    formKey: randomUUID(),
  };
}

export function attendeeView(
  { visitor, settings }: Pick<Context, "visitor" | "settings">,
  booking: Booking,
  session: Pick<LiveSession, "locationType">,
) {
  const state = stateOf(booking);
  return {
    id: booking.id,
    ...attendeeOf(booking),
    email: shownEmail(booking.attendeeEmail),
    reference: referenceOf(booking),
    bookedOn: dayOf(booking.createdAt, visitor.timeZone),
    price: printTotal(booking),
    code: booking.appliedDiscountCode,
    badge: badgeOf(booking, session),
    laterBy: paidLaterBy(session),
    healthNote: readHealthNote(settings, booking),
    note: booking.attendeeNote,
    quantity: booking.quantity,
    isCancelled: booking.status === "cancelled",
    isBooked: booking.status === "confirmed" || booking.status === "completed",
    canSync: state === "pending pending",
    canMarkPaid: state === "confirmed pending",
  };
}

export type AttendeeTicket = ReturnType<typeof ticketView>;

export const ticketView = ({ visitor }: Pick<Context, "visitor">, booking: Booking, ticket: Ticket) => ({
  id: ticket.id,
  name: ticketName(booking, ticket),
  isCancelled: !isActive(ticket),
  checkedInAt:
    ticket.checkedInAt &&
    DateTime.fromJSDate(ticket.checkedInAt, { zone: visitor.timeZone }).setLocale("en-US").toFormat("h:mm a"),
});

type Badge = { status: string; label: string };

/** What was paid for a whole course is refunded there, so that of a date only a dispute is said. */
function standingOf(booking: Booking, session: Pick<LiveSession, "locationType">, money: OrderMoney | undefined) {
  const isOfCourse = booking.coursePurchaseId !== null;
  const badge = badgeOf(booking, session);
  const isRefundWaived = booking.refundWaivedAt !== null;
  return {
    badge: money?.dispute ? { status: money.dispute, label: disputeLabels[money.dispute] } : badge,
    notes: isOfCourse ? [] : moneyNotes(money, { status: booking.paymentStatus, isRefundWaived }),
    canRefund: !isOfCourse && money !== undefined && money.leftMinor > 0,
  };
}

function badgeOf({ status, paymentStatus }: Booking, session: Pick<LiveSession, "locationType">): Badge {
  if (status === "confirmed") {
    const how = paidLaterBy(session) === "door" ? "at the door" : "by transfer";
    return { status: "pending", label: `Pending Payment: ${how}` };
  }
  if (status !== "cancelled") return { status: paymentStatus, label: paymentLabels[paymentStatus] ?? "Completed" };
  if (paymentStatus === "failed") return { status: "failed", label: "Failed" };
  return { status: "cancelled", label: paymentStatus === "refunded" ? "Refunded" : "Cancelled" };
}

const paymentLabels: Partial<Record<Booking["paymentStatus"], string>> = {
  pending: "Pending Payment",
  paid: "Paid",
  free: "Free",
};

/** Counts tickets, not bookings. */
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
