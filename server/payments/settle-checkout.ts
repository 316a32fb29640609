import { inTransaction } from "../core/transaction";
import type { LatePaymentReason } from "@emails/parts/props";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, payments, sessionBookings } from "@db/schema";
import { cancelHold } from "../bookings/cancel-hold";
import { lockBooking } from "../bookings/lock";
import { releasePlace } from "../bookings/release";
import { mailBooking, mailLateRefund } from "../bookings/mail-booking";
import { availabilityOf, countPlacesOf } from "../schedule/places";
import { moveBooking } from "../bookings/transitions";
import { settlePurchase } from "../recordings/purchases/settle-purchase";
import type { Services } from "../core/services";
import { isDeletedAddress, normalEmail } from "../core/email-address";
import { isCompletedUnpaid } from "./completed-unpaid";
import { oweRefund } from "./owe-refund";
import type { Payment } from "./paid-payments";
import { recordPayment } from "./record-payment";

/**
 * Takes over what Stripe says of one of our Checkout sessions, as just read from Stripe: paid completes the booking
 * or the purchase, expired or finished without paying gives the place back, open changes nothing. Safe to repeat, at the same time and in any order.
 */
export async function settleCheckout(services: Services, checkout: Stripe.Checkout.Session): Promise<void> {
  const { bookingId, purchaseId, paymentId } = checkout.metadata ?? {};
  if (paymentId && purchaseId) return settlePurchase(services, { paymentId, purchaseId }, checkout);
  if (!bookingId || !paymentId) return; // another product of the same Stripe account
  if (checkout.payment_status === "paid") await completePayment(services, paymentId, checkout);
  else if (checkout.status === "expired") {
    await cancelHold(services, bookingId, "cancelled", [{ paymentId, checkoutId: checkout.id }]);
  } else if (isCompletedUnpaid(checkout)) {
    await cancelHold(services, bookingId, "failed", [{ paymentId, checkoutId: checkout.id, isComplete: true }]);
  }
}

async function completePayment(services: Services, paymentId: string, checkout: Stripe.Checkout.Session) {
  await inTransaction(services, async (tx) => {
    const [found] = await tx.select({ bookingId: payments.bookingId }).from(payments).where(eq(payments.id, paymentId));
    if (!found?.bookingId)
      return services.log.error({ paymentId, checkoutId: checkout.id }, "paid, but no such payment");
    const { session, booking, isCodeFree } = (await lockBooking(tx, found.bookingId))!;
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("update");
    if (!payment || payment.state === "paid") return;
    const paid = await recordPayment(tx, services, payment, checkout);
    await givePlaceOrRefund(tx, services, { session, payment: paid, booking, isCodeFree });
  });
}

type Settling = {
  session: LiveSession;
  booking: Booking;
  payment: Payment;
  /** Whether the booking still has its discount code, or had none. */
  isCodeFree: boolean;
};

/** Money never stays without a place: late money gets one that is still free, else it goes back in full. */
async function givePlaceOrRefund(tx: Transaction, services: Services, settling: Settling): Promise<void> {
  const { session, booking } = settling;
  const reason = await reasonToRefund(tx, services.clock.now(), settling);
  if (reason) return refundLatePayment(tx, services, settling, reason);
  const completed = await moveBooking(tx, booking, "paid", services.clock.now());
  await mailBooking(tx, services, { booking: completed, session });
}

/** A held place is kept even past the start: it was paid for in time, as Stripe closes the page with the hold. */
async function reasonToRefund(
  tx: Transaction,
  now: Date,
  { session, booking, payment, isCodeFree }: Settling,
): Promise<LatePaymentReason | null> {
  if (session.cancelledAt) return "session_cancelled";
  if (booking.paymentStatus === "pending") return null;
  if (isDeletedAddress(booking.attendeeEmail)) return "account_deleted";
  if (booking.status !== "cancelled") return "paid_already";
  // It was paid for and cancelled before: this is a second payment, for a place that is not wanted any more.
  if (booking.paymentStatus === "paid" || booking.paymentStatus === "refunded") return "booking_cancelled";
  // She was told to book again, and did: one place is wanted, and paid for there.
  if (payment.completedUnpaidAt && (await isBookedAgain(tx, booking))) return "booked_again";
  if (!isCodeFree) return "code_used";
  const availability = availabilityOf(session, await countPlacesOf(tx, session.id), now);
  if (availability === "open") return null;
  return availability === "closed" ? "session_begun" : "place_released";
}

/** Whether the same address has booked the session since, and has that place or is paying for it. */
async function isBookedAgain(tx: Transaction, { id, sessionId, attendeeEmail, createdAt }: Booking): Promise<boolean> {
  const isLater = and(
    eq(sessionBookings.sessionId, sessionId),
    eq(sql`lower(${sessionBookings.attendeeEmail})`, normalEmail(attendeeEmail)),
    ne(sessionBookings.id, id),
    gt(sessionBookings.createdAt, createdAt),
    ne(sessionBookings.status, "cancelled"),
  );
  return (await tx.$count(sessionBookings, isLater)) > 0;
}

async function refundLatePayment(
  tx: Transaction,
  services: Services,
  settling: Settling,
  reason: LatePaymentReason,
): Promise<void> {
  const { booking, payment } = settling;
  if (booking.paymentStatus === "pending") {
    await releasePlace(tx, services, settling, { kind: "unpaid", outcome: "cancelled", completedPaymentId: null });
  }
  await oweRefund(tx, payment, { amountMinor: payment.amountMinor, reason: "late_payment" });
  await mailLateRefund(tx, services, { ...settling, reason });
}
