import type { LatePaymentReason } from "@emails/parts/props";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { payments, refunds, sessionBookings } from "@db/schema";
import { cancelHold } from "../bookings/cancel-hold";
import { lockSession, type LiveSession } from "../bookings/lock-session";
import { mailBooking, mailLateRefund } from "../bookings/mail-booking";
import { availabilityOf, countPlacesOf } from "../bookings/places";
import { moveBooking, type Booking } from "../bookings/transitions";
import { enqueueJob } from "../jobs/enqueue-job";
import { isCurrency } from "../pricing/money";
import type { Services } from "../services";

type Payment = typeof payments.$inferSelect;

/**
 * Takes over what Stripe says of one of our Checkout sessions, as just read from Stripe: paid completes the booking,
 * expired gives its place back, open changes nothing. Safe to repeat, at the same time and in any order.
 */
export async function settleCheckout(services: Services, checkout: Stripe.Checkout.Session): Promise<void> {
  const { bookingId, paymentId } = checkout.metadata ?? {};
  if (!bookingId || !paymentId) return; // another product of the same Stripe account
  if (checkout.payment_status === "paid") await completePayment(services, paymentId, checkout);
  else if (checkout.status === "expired") await cancelHold(services, bookingId, "cancelled", checkout.id);
}

async function completePayment(services: Services, paymentId: string, checkout: Stripe.Checkout.Session) {
  await services.db.transaction(async (tx) => {
    const found = await tx
      .select({ sessionId: sessionBookings.sessionId, bookingId: sessionBookings.id })
      .from(payments)
      .innerJoin(sessionBookings, eq(sessionBookings.id, payments.bookingId))
      .where(eq(payments.id, paymentId));
    if (!found[0]) return services.log.error({ paymentId, checkoutId: checkout.id }, "paid, but no such payment");
    const session = await lockSession(tx, found[0].sessionId);
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("update");
    if (!payment || payment.state === "paid") return;
    const [booking] = await tx.select().from(sessionBookings).where(eq(sessionBookings.id, found[0].bookingId));
    const paid = await recordPayment(tx, services, payment, checkout);
    await givePlaceOrRefund(tx, services, { session, payment: paid, booking: booking! });
  });
}

/** What Stripe took counts, even where it should differ from what was agreed: it is what a refund must give back. */
async function recordPayment(
  tx: Transaction,
  { log, clock }: Services,
  payment: Payment,
  checkout: Stripe.Checkout.Session,
): Promise<Payment> {
  const amountMinor = checkout.amount_total ?? payment.amountMinor;
  const charged = checkout.currency?.toUpperCase();
  const currency = isCurrency(charged) ? charged : payment.currency;
  if (amountMinor !== payment.amountMinor || currency !== payment.currency) {
    log.error({ paymentId: payment.id, amountMinor, currency }, "Stripe charged something else than was agreed");
  }
  const intent = checkout.payment_intent;
  const [paid] = await tx
    .update(payments)
    .set({
      state: "paid",
      amountMinor,
      currency,
      stripeCheckoutSessionId: checkout.id,
      stripePaymentIntentId: typeof intent === "string" ? intent : intent?.id,
      paidAt: clock.now(),
    })
    .where(eq(payments.id, payment.id))
    .returning();
  return paid!;
}

type Settling = { session: LiveSession; booking: Booking; payment: Payment };

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
  { session, booking }: Settling,
): Promise<LatePaymentReason | null> {
  if (session.cancelledAt) return "session_cancelled";
  if (booking.status === "pending") return null;
  if (booking.status !== "cancelled") return "paid_already";
  const availability = availabilityOf(session, await countPlacesOf(tx, session.id), now);
  if (availability === "open") return null;
  return availability === "closed" ? "session_begun" : "place_released";
}

async function refundLatePayment(
  tx: Transaction,
  services: Services,
  settling: Settling,
  reason: LatePaymentReason,
): Promise<void> {
  const { booking, payment } = settling;
  if (booking.status === "pending") await moveBooking(tx, booking, "cancelled", services.clock.now());
  const { amountMinor, currency } = payment;
  const [refund] = await tx
    .insert(refunds)
    .values({ paymentId: payment.id, amountMinor, currency, reason: "late_payment" })
    .returning();
  await enqueueJob(tx, "send-refund", { refundId: refund!.id });
  await mailLateRefund(tx, services, { ...settling, reason });
}
