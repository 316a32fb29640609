import { and, desc, eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { addJob } from "../platform/jobs/enqueue-job";
import type { Money } from "../core/money";
import { type CheckoutPage, closeCheckout, openCheckout } from "./checkout-pages";
import type { Payment } from "./paid-payments";
import { isPaymentOf, namedByColumn, type PayableRef } from "./payable-ref";
import { endUnpaid } from "./unpaid";

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
