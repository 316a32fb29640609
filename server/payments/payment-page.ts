import { and, eq } from "drizzle-orm";
import Stripe from "stripe";
import { payments } from "@db/schema";
import type { Services } from "../core/services";
import type { Payment } from "./paid-payments";

/** What a payment page says and where it leads; amount, currency and the way to pay are the payment's own. */
export type PageContent = {
  product: { name: string; description: string };
  email: string;
  /** The booking's or purchase's id, under the name that Stripe hands back to us. */
  cause: { bookingId: string } | { purchaseId: string };
  closesAt: Date;
  successUrl: string;
  cancelUrl: string;
};

/** Opens Stripe's page for a payment; null, and a word in the log, where Stripe fails. */
export async function openPage(
  services: Services,
  payment: Payment,
  content: PageContent,
): Promise<Stripe.Checkout.Session | null> {
  // The payment's id is the key: a repeated attempt gets the page that the first one opened.
  const open = (closesAt: Date, idempotencyKey: string) =>
    services.stripe.client.checkout.sessions.create(pageParams(payment, { ...content, closesAt }), { idempotencyKey });
  try {
    return await open(content.closesAt, payment.id).catch((error: unknown) => {
      if (!isClosingTooEarly(error)) throw error;
      const later = new Date(content.closesAt.getTime() + clockAllowanceMs);
      return open(later, `${payment.id}:later`);
    });
  } catch (error) {
    services.log.error({ err: error, ...content.cause }, "Stripe did not open a checkout session");
    return null;
  }
}

/** How far this machine's clock may be behind Stripe's. The page is closed in time all the same: the hold's end does it. */
const clockAllowanceMs = 5 * 60_000;

/** Whether Stripe refused the closing time, as less than 30 minutes away by its own clock. */
const isClosingTooEarly = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "expires_at";

/** Writes down which page a payment has. Answers whether the payment is still waiting for it. */
export async function keepPage(
  { db }: Services,
  payment: Payment,
  { id, url }: Stripe.Checkout.Session,
): Promise<boolean> {
  const kept = await db
    .update(payments)
    .set({ stripeCheckoutSessionId: id, checkoutUrl: url })
    .where(and(eq(payments.id, payment.id), eq(payments.state, "open")))
    .returning({ id: payments.id });
  return kept.length > 0;
}

/** What Stripe takes at the most, in characters. */
const longestText = { name: 5000, description: 40_000 };

/** Cuts a text without splitting its last character in two. */
const upTo = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

function pageParams(payment: Payment, content: PageContent): Stripe.Checkout.SessionCreateParams {
  const { product, email, cause, closesAt, successUrl, cancelUrl } = content;
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
