import { and, eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { liveSessions, payments, refunds, sessionBookings } from "@db/schema";
import { DomainError } from "../errors";
import { formatAmount } from "../pricing/money";
import { displayStart, formatDuration, placeLabel } from "../schedule/format-start";
import type { Context } from "../trpc/context";
import type { Booking } from "./transitions";

export type ConfirmationState = "pending" | "booked" | "failed" | "expired" | "cancelled" | "refunded";

/**
 * What was booked and how it stands, for whoever has the booking's unguessable id: no join link, and nothing personal
 * beyond the first name. Throws not_found.
 */
export async function getConfirmation(ctx: Context, { bookingId }: { bookingId: string }) {
  const [row] = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(eq(sessionBookings.id, bookingId));
  if (!row) throw new DomainError("not_found", "Booking not found");
  const { booking, session } = row;
  const isFree = booking.totalMinor === 0;
  return {
    state: await confirmationState(ctx.db, booking),
    firstName: booking.attendeeFirstName,
    session: { id: session.id, title: session.title, isOnline: session.locationType === "online" },
    startsAt: displayStart(session, ctx),
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    amount: isFree ? "Free" : formatAmount({ amountMinor: booking.totalMinor, currency: booking.currency }),
  };
}

async function confirmationState(db: Queryable, booking: Booking): Promise<ConfirmationState> {
  if (booking.status === "pending") return "pending";
  if (booking.status !== "cancelled") return "booked";
  if (booking.totalMinor === 0) return "cancelled";
  if (booking.paymentStatus === "refunded" || (await hasLateRefund(db, booking.id))) return "refunded";
  return booking.paymentStatus === "failed" ? "failed" : "expired";
}

async function hasLateRefund(db: Queryable, bookingId: string): Promise<boolean> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.bookingId, bookingId), eq(refunds.reason, "late_payment")))
    .limit(1);
  return found.length > 0;
}
