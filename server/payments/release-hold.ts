import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { payments, sessionBookings } from "@db/schema";
import { cancelHold } from "../bookings/cancel-hold";
import type { Services } from "../services";
import { settleCheckout } from "./settle-checkout";

/**
 * Ends a hold whose payment did not come: closes the payment page at Stripe first, and only when Stripe says that it
 * is closed unpaid is the place free again. If it has been paid meanwhile, the booking is completed. Does nothing for
 * a booking that isn't pending. Throws where Stripe can't be asked: the hold stays, and the job tries again.
 */
export async function releaseHold(services: Services, bookingId: string): Promise<void> {
  const [held] = await services.db
    .select({ status: sessionBookings.status, checkoutId: payments.stripeCheckoutSessionId })
    .from(sessionBookings)
    .leftJoin(payments, eq(payments.bookingId, sessionBookings.id))
    .where(eq(sessionBookings.id, bookingId));
  if (held?.status !== "pending") return;
  if (held.checkoutId) {
    const checkout = await closeCheckout(services.stripe.client, held.checkoutId);
    await settleCheckout(services, checkout);
    if (checkout.status === "expired" || checkout.payment_status === "paid") return;
    throw new Error(`checkout ${checkout.id} is ${checkout.status} and ${checkout.payment_status}`);
  }
  // No page was ever opened, or at least nobody was given its address.
  if (await cancelHold(services, bookingId, "cancelled")) return;
  await releaseHold(services, bookingId);
}

/** Expires a Checkout session; one that is not open any more is read instead. */
async function closeCheckout(stripe: Stripe, checkoutId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.expire(checkoutId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return stripe.checkout.sessions.retrieve(checkoutId);
  }
}
