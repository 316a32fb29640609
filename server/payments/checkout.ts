import { and, desc, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { addJob } from "../platform/jobs/enqueue-job";
import type { Money } from "../core/money";
import { idempotencyKey } from "./idempotency-key";
import type { Payment } from "./paid-payments";
import { isPaymentOf, namedByColumn, type PayableRef } from "./payable-ref";
import { endUnpaid } from "./unpaid";
import Stripe from "stripe";
import { splitEvenly, splitInProportion } from "../platform/money/quote";

/** How long what is not paid is held: Stripe keeps a payment page open for 30 minutes at least. */
export const holdMinutes = 31;

export const releaseDelayMinutes = 1;

/** Records that a booking or purchase awaits payment, and schedules the release of its hold. */
export async function openPayment(
  tx: Transaction,
  cause: PayableRef,
  { amountMinor, currency }: Money,
  holdUntil: Date,
): Promise<void> {
  const options = { runAt: new Date(holdUntil.getTime() + releaseDelayMinutes * 60_000) };
  const payment = tx
    .insert(payments)
    .values({ ...namedByColumn(cause), amountMinor, currency })
    .returning({ id: payments.id });
  const opened = tx.$with("opened").as(payment);
  const release = addJob("release-unpaid", cause, options);
  await tx.with(opened).select({ job: release }).from(opened);
}

export function endOfHold({ id, holdUntil }: { id: string; holdUntil: Date | null }): Date {
  if (!holdUntil) throw new Error(`${id} has no hold`);
  return holdUntil;
}

type CheckoutFailures = { noPage: string; noAddress: string };

/** Returns the address of the checkout. If Stripe fails, releases the hold and throws payment_provider_failed. */
export async function startCheckout(
  services: Services,
  cause: PayableRef,
  page: CheckoutPage,
  failures: CheckoutFailures,
): Promise<string> {
  const payment = await findOpenPayment(services, cause);
  if (!payment) throw new DomainError("payment_provider_failed", failures.noPage);
  if (payment.checkoutUrl) return payment.checkoutUrl;
  const checkout = await openCheckout(services, { payment, cause, page });
  if (!checkout?.url) {
    await endUnpaid(services, cause, "failed");
    throw new DomainError("payment_provider_failed", checkout ? failures.noAddress : failures.noPage);
  }
  if (await storeCheckout(services, payment, checkout)) return checkout.url;
  // Released while Stripe was asked: the checkout must not take money.
  await closeCheckout(services.stripe.client, checkout.id);
  throw new DomainError("payment_provider_failed", failures.noPage);
}

export async function findOpenPayment({ db }: Pick<Services, "db">, cause: PayableRef): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(isPaymentOf(cause), eq(payments.state, "open"), eq(payments.provider, "stripe")))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return payment;
}

async function storeCheckout(
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

type CheckoutPage = {
  product: { name: string; description: string };
  /** Tickets among which the amount is split; 1 for anything else. */
  quantity: number;
  /** What each of them costs, where that differs; together at least what is to be charged. */
  shares?: number[] | undefined;
  email: string;
  closesAt: Date;
  successUrl: string;
  cancelUrl: string;
};

type Opening = { payment: Payment; cause: PayableRef; page: CheckoutPage };

async function openCheckout(services: Services, opening: Opening): Promise<Stripe.Checkout.Session | null> {
  const { payment, cause, page } = opening;
  const { sessions } = services.stripe.client.checkout;
  // The payment's id is the idempotency key: a retry gets the page that was opened first.
  const open = (closesAt: Date, closing: "on time" | "later") =>
    sessions.create(pageParams({ ...opening, page: { ...page, closesAt } }), {
      idempotencyKey: idempotencyKey("checkout", payment.id, closing),
    });
  try {
    return await open(page.closesAt, "on time").catch((error: unknown) => {
      if (!isClosingTooEarly(error)) throw error;
      const later = new Date(page.closesAt.getTime() + clockAllowanceMs);
      return open(later, "later");
    });
  } catch (error) {
    services.log.error({ err: error, ...namedByColumn(cause) }, "Stripe could not open a checkout session");
    return null;
  }
}

export async function closeCheckout(stripe: Stripe, checkoutId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.expire(checkoutId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return stripe.checkout.sessions.retrieve(checkoutId);
  }
}

/** Allowed difference between Stripe's clock and ours. */
const slackSeconds = 10 * 60;

/** Finds Checkout sessions whose answer was lost, among all since. Idempotency keys last only a day. */
export async function findCheckouts(
  { stripe }: Pick<Services, "stripe">,
  openPayments: Pick<Payment, "id" | "createdAt">[],
): Promise<Map<string, Stripe.Checkout.Session>> {
  const found = new Map<string, Stripe.Checkout.Session>();
  if (openPayments.length === 0) return found;
  const ids = new Set(openPayments.map(({ id }) => id));
  const since = Math.min(...openPayments.map(({ createdAt }) => createdAt.getTime()));
  const created = { gte: Math.floor(since / 1000) - slackSeconds };
  for await (const checkout of stripe.client.checkout.sessions.list({ created, limit: 100 })) {
    const paymentId = checkout.metadata?.paymentId;
    if (paymentId && ids.has(paymentId)) found.set(paymentId, checkout);
    if (found.size === ids.size) break;
  }
  return found;
}

/** How far our clock may be behind Stripe's. The end of the hold closes the page in time all the same. */
const clockAllowanceMs = 5 * 60_000;

/** Stripe refuses a closing time less than 30 minutes away by its own clock. */
const isClosingTooEarly = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "expires_at";

/** A line of Stripe's page has one price: shares that differ by a penny need two lines. */
function equalShares(shares: number[]): { amountMinor: number; count: number }[] {
  return [...new Set(shares)].map((amountMinor) => ({
    amountMinor,
    count: shares.filter((share) => share === amountMinor).length,
  }));
}

/** What Stripe is to charge for each ticket: less than its price where gift cards pay a part. */
const sharesOf = ({ amountMinor }: Payment, { quantity, shares }: CheckoutPage): number[] =>
  shares ? splitInProportion(amountMinor, shares).filter((share) => share > 0) : splitEvenly(amountMinor, quantity);

const longestText = { name: 5000, description: 40_000 };

const upTo = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

function pageParams({ payment, cause, page }: Opening): Stripe.Checkout.SessionCreateParams {
  const { product, email, closesAt, successUrl, cancelUrl } = page;
  const metadata = { ...namedByColumn(cause), paymentId: payment.id };
  return {
    mode: "payment",
    // Cards only: other methods may pay days after the place was released.
    allowed_payment_method_types: ["card"],
    // Charged exactly as shown, in the currency shown.
    adaptive_pricing: { enabled: false },
    line_items: equalShares(sharesOf(payment, page)).map(({ amountMinor, count }) => ({
      quantity: count,
      price_data: {
        currency: payment.currency.toLowerCase(),
        unit_amount: amountMinor,
        product_data: {
          name: upTo(product.name, longestText.name),
          description: upTo(product.description, longestText.description),
        },
      },
    })),
    customer_email: email,
    client_reference_id: cause.id,
    metadata,
    payment_intent_data: { metadata },
    expires_at: Math.ceil(closesAt.getTime() / 1000),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}
