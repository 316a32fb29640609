import { one } from "@db/one";
import { and, asc, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { type Booking, sessionBookings } from "@db/schema";
import { printTotal } from "../../money/quote";
import { pageOf } from "../../core/pagination";
import { type AddressProblem, findMailProblems } from "../../mail/mail-status";
import { findSession } from "../../schedule/find-session";
import type { Context } from "../../core/context";
import { stateOf } from "../transitions";
import { attendeeOf, referenceOf } from "../../mail/mail-facts";
import { normalEmail, shownEmail } from "../../core/email-address";

export const attendeesPerPage = 100;

export type Attendee = ReturnType<typeof attendeeView>;

export type ListedAttendee = Attendee & { mailProblem: AddressProblem | null };

/** Lists all bookings of a session except removed ones, cancelled ones last. Throws not_found. */
export async function listAttendees(ctx: Context, asked: { sessionId: string; page: number }) {
  const session = await findSession(ctx.db, asked.sessionId);
  const isListed = and(eq(sessionBookings.sessionId, session.id), isNull(sessionBookings.archivedAt));
  const isBooked = sql`${sessionBookings.status} in ('confirmed', 'completed')`;
  const { all, ...counts } = one(
    await ctx.db
      .select({
        all: count(),
        booked: sql`count(*) filter (where ${isBooked})`.mapWith(Number),
        here: sql`count(*) filter (where ${isBooked} and ${isNotNull(sessionBookings.checkedInAt)})`.mapWith(Number),
        cancelled: sql`count(*) filter (where ${sessionBookings.status} = 'cancelled')`.mapWith(Number),
      })
      .from(sessionBookings)
      .where(isListed),
    "count",
  );
  const { page, offset } = pageOf(asked.page, all, attendeesPerPage);
  const rows = await ctx.db
    .select()
    .from(sessionBookings)
    .where(isListed)
    .orderBy(sql`${sessionBookings.status} = 'cancelled'`, asc(sessionBookings.createdAt), asc(sessionBookings.id))
    .limit(attendeesPerPage)
    .offset(offset);
  const problems = await findMailProblems(
    ctx.db,
    rows.map((row) => normalEmail(row.attendeeEmail)),
  );
  return {
    session: { id: session.id, title: session.title, isCancelled: session.cancelledAt !== null },
    attendees: rows.map((row) => ({
      ...attendeeView(ctx, row),
      mailProblem: problems.get(normalEmail(row.attendeeEmail)) ?? null,
    })),
    counts,
    page,
  };
}

export function attendeeView({ visitor }: Context, booking: Booking) {
  const inZone = (at: Date) => DateTime.fromJSDate(at, { zone: visitor.timeZone }).setLocale("en-US");
  const state = stateOf(booking);
  return {
    id: booking.id,
    ...attendeeOf(booking),
    email: shownEmail(booking.attendeeEmail),
    reference: referenceOf(booking),
    bookedOn: inZone(booking.createdAt).toFormat("LLL d, yyyy"),
    price: printTotal(booking),
    code: booking.appliedDiscountCode,
    badge: badgeOf(booking),
    healthNote: booking.healthNote,
    note: booking.attendeeNote,
    checkedInAt: booking.checkedInAt && inZone(booking.checkedInAt).toFormat("h:mm a"),
    isCancelled: booking.status === "cancelled",
    isBooked: booking.status === "confirmed" || booking.status === "completed",
    canSync: state === "pending pending",
    canMarkPaid: state === "confirmed pending",
  };
}

function badgeOf({ status, paymentStatus }: Booking): { status: string; label: string } {
  if (status === "confirmed") return { status: "pending", label: "Pending Payment: at the door" };
  if (status !== "cancelled") return { status: paymentStatus, label: labels[paymentStatus] ?? "Completed" };
  if (paymentStatus === "failed") return { status: "failed", label: "Failed" };
  return { status: "cancelled", label: paymentStatus === "refunded" ? "Refunded" : "Cancelled" };
}

const labels: Partial<Record<Booking["paymentStatus"], string>> = {
  pending: "Pending Payment",
  paid: "Paid",
  free: "Free",
};
