import Stripe from "stripe";
import type { Services } from "../core/services";
import type { Cause, Payment } from "./paid-payments";

/** What a payment page says and where it leads; amount, currency and the way to pay are the payment's own. */
export type CheckoutPage = {
  product: { name: string; description: string };
  email: string;
  closesAt: Date;
  successUrl: string;
  cancelUrl: string;
};

type Opening = { payment: Payment; cause: Cause; page: CheckoutPage };

/** Opens Stripe's page for a payment. Returns null, and logs why, where Stripe fails. */
export async function openCheckout(services: Services, opening: Opening): Promise<Stripe.Checkout.Session | null> {
  const { payment, cause, page } = opening;
  const { sessions } = services.stripe.client.checkout;
  // The payment's id is the key: a repeated attempt gets the page that the first one opened.
  const open = (closesAt: Date, idempotencyKey: string) =>
    sessions.create(pageParams({ ...opening, page: { ...page, closesAt } }), { idempotencyKey });
  try {
    return await open(page.closesAt, payment.id).catch((error: unknown) => {
      if (!isClosingTooEarly(error)) throw error;
      const later = new Date(page.closesAt.getTime() + clockAllowanceMs);
      return open(later, `${payment.id}:later`);
    });
  } catch (error) {
    services.log.error({ err: error, ...cause }, "Stripe did not open a checkout session");
    return null;
  }
}

/** Expires a Checkout session; one that is not open any more is read instead. */
export async function closeCheckout(stripe: Stripe, checkoutId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.expire(checkoutId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return stripe.checkout.sessions.retrieve(checkoutId);
  }
}

/** Our clock and Stripe's may differ by so much. */
const slackSeconds = 10 * 60;

/**
 * Finds the Checkout sessions that were opened for payments of ours although we never got the answer that said so, by
 * the payment's id. They are looked for among all that Stripe has opened since. (Repeating the call under its
 * idempotency key would open a page where there was none, would be refused once the hold is over, and works for a day
 * only.)
 */
export async function findCheckouts(
  { stripe }: Pick<Services, "stripe">,
  sought: Pick<Payment, "id" | "createdAt">[],
): Promise<Map<string, Stripe.Checkout.Session>> {
  const found = new Map<string, Stripe.Checkout.Session>();
  if (sought.length === 0) return found;
  const ids = new Set(sought.map(({ id }) => id));
  const since = Math.min(...sought.map(({ createdAt }) => createdAt.getTime()));
  const created = { gte: Math.floor(since / 1000) - slackSeconds };
  for await (const checkout of stripe.client.checkout.sessions.list({ created, limit: 100 })) {
    const paymentId = checkout.metadata?.paymentId;
    if (paymentId && ids.has(paymentId)) found.set(paymentId, checkout);
    if (found.size === ids.size) break;
  }
  return found;
}

/** How far this machine's clock may be behind Stripe's. The page is closed in time all the same: the hold's end does it. */
const clockAllowanceMs = 5 * 60_000;

/** Whether Stripe refused the closing time, as less than 30 minutes away by its own clock. */
const isClosingTooEarly = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "expires_at";

/** What Stripe takes at the most, in characters. */
const longestText = { name: 5000, description: 40_000 };

/** Cuts a text without splitting its last character in two. */
const upTo = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

function pageParams({ payment, cause, page }: Opening): Stripe.Checkout.SessionCreateParams {
  const { product, email, closesAt, successUrl, cancelUrl } = page;
  const metadata = { ...cause, paymentId: payment.id };
  return {
    mode: "payment",
    // Cards only: other methods may pay days after the place was given up.
    allowed_payment_method_types: ["card"],
    // Charged exactly as shown, in the currency shown.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: payment.amountMinor,
          product_data: {
            name: upTo(product.name, longestText.name),
            description: upTo(product.description, longestText.description),
          },
        },
      },
    ],
    customer_email: email,
    client_reference_id: Object.values(cause)[0],
    metadata,
    payment_intent_data: { metadata },
    expires_at: Math.ceil(closesAt.getTime() / 1000),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}
