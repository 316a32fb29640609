import { and, desc, eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { enqueueJob } from "../jobs/enqueue-job";
import type { Money } from "../core/money";
import { type CheckoutPage, closeCheckout, openCheckout } from "./checkout-pages";
import { type Cause, isFor, type Payment } from "./paid-payments";
import { endUnpaid } from "./unpaid";

/** How long after its payment page has closed what is unpaid is released. */
export const releaseDelayMinutes = 1;

/**
 * Writes down that a booking or a purchase is to be paid for, in the transaction that makes it, and has a job release
 * it once its hold is over.
 */
export async function openPayment(
  tx: Transaction,
  cause: Cause,
  { amountMinor, currency }: Money,
  holdUntil: Date,
): Promise<void> {
  await tx.insert(payments).values({ ...cause, amountMinor, currency });
  const options = { runAt: new Date(holdUntil.getTime() + releaseDelayMinutes * 60_000) };
  if ("bookingId" in cause) await enqueueJob(tx, "release-hold", cause, options);
  else await enqueueJob(tx, "release-purchase", cause, options);
}

/** Returns until when a pending booking or purchase is held. Throws an Error for one that is not held. */
export function endOfHold({ id, holdUntil }: { id: string; holdUntil: Date | null }): Date {
  if (!holdUntil) throw new Error(`nothing is held for ${id}`);
  return holdUntil;
}

/** What visitors are told where Stripe opens no page, or one without an address. */
type CheckoutFailures = { noPage: string; noAddress: string };

/**
 * Opens Stripe's payment page for what is held and returns its address; the same one when called again. Where Stripe
 * fails, what was held is given up, and payment_provider_failed is thrown.
 */
export async function startCheckout(
  services: Services,
  cause: Cause,
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
  if (await keepPage(services, payment, checkout)) return checkout.url;
  // It was given up while Stripe was asked: the page must not take money.
  await closeCheckout(services.stripe.client, checkout.id);
  throw new DomainError("payment_provider_failed", failures.noPage);
}

/** Returns the newest attempt to pay that is still open. */
export async function findOpenPayment({ db }: Pick<Services, "db">, cause: Cause): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(isFor(cause), eq(payments.state, "open")))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return payment;
}

/** Writes down which page a payment has. Returns whether the payment is still open. */
async function keepPage({ db }: Services, payment: Payment, { id, url }: Stripe.Checkout.Session): Promise<boolean> {
  const kept = await db
    .update(payments)
    .set({ stripeCheckoutSessionId: id, checkoutUrl: url })
    .where(and(eq(payments.id, payment.id), eq(payments.state, "open")))
    .returning({ id: payments.id });
  return kept.length > 0;
}
