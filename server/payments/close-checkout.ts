import Stripe from "stripe";

/** Expires a Checkout session; one that is not open any more is read instead. */
export async function closeCheckout(stripe: Stripe, checkoutId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.expire(checkoutId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return stripe.checkout.sessions.retrieve(checkoutId);
  }
}
