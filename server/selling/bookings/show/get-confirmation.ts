import { eq, sql } from "drizzle-orm";
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
import { sessionCalendarLinks } from "../../../catalogue/schedule/session-event";
import { DomainError } from "../../../core/errors";
import { hasLateRefund } from "../../../payments/refunds";
import { wasCompletedUnpaid } from "../../../payments/unpaid";
import { printTotal } from "../../../platform/money/print-order";
import { displayStart, formatDuration, placeLabel } from "../../../core/dates";
import { isOpen } from "../../../catalogue/schedule/places";
import type { Context } from "../../../core/context";
import { whereManagedBy } from "../../../catalogue/schedule/whose-bookings";
import { bookingPath } from "../../../core/paths";
import { wasCancelledWithSession } from "../cancellation";
import { getManagedBooking } from "./get-managed-booking";
import { listTickets } from "../tickets";

type ConfirmationState =
  | "pending"
  | "booked"
  | "failed"
  | "unconfirmed"
  | "expired"
  | "cancelled"
  | "session_cancelled"
  | "refunded";

/** Returns nothing personal but the first name to those who have only the booking's id. Throws not_found. */
export async function getConfirmation(ctx: Context, { bookingId }: { bookingId: string }) {
  const isMine = sql<boolean>`${whereManagedBy(ctx)}`;
  const [row] = await ctx.db
    .select({ booking: bookingColumns, session: liveSessions, isMine })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(eq(sessionBookings.id, bookingId));
  if (!row) throw new DomainError("not_found", "Booking not found");
  const { booking, session } = row;
  const state = await confirmationState(ctx.db, booking, session);
  return {
    state,
    managePath: row.isMine ? bookingPath(booking) : null,
    managed: row.isMine && state === "booked" ? await getManagedBooking(ctx, { bookingId }) : null,
    firstName: booking.attendeeFirstName,
    session: {
      id: session.id,
      title: session.title,
      isOnline: session.locationType === "online",
      hasJoinLink: session.zoomLink !== null,
      isOpen: isOpen(session, ctx.clock.now()),
    },
    startsAt: displayStart(session, ctx),
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    tickets: (await listTickets(ctx.db, booking)).length,
    amount: printTotal(booking),
    calendar: state === "booked" ? sessionCalendarLinks(session, ctx.settings) : null,
  };
}

async function confirmationState(
  db: Queryable,
  booking: Booking,
  session: Pick<LiveSession, "cancelledAt">,
): Promise<ConfirmationState> {
  const { status, paymentStatus, completedAt, holdUntil } = booking;
  if (status === "pending") return "pending";
  if (status !== "cancelled") return "booked";
  const order = { kind: "booking", id: booking.id } as const;
  if (wasCancelledWithSession(booking, session))
    return (await hasLateRefund(db, order)) ? "refunded" : "session_cancelled";
  // It was complete: only money that came too late may change what is shown.
  if (paymentStatus === "paid" || paymentStatus === "refunded" || completedAt) return "cancelled";
  if (await hasLateRefund(db, order)) return "refunded";
  if (await wasCompletedUnpaid(db, order)) return "unconfirmed";
  if (paymentStatus === "failed") return "failed";
  return holdUntil ? "expired" : "cancelled";
}
