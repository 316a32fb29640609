import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import { collectionPurchases, payments, refunds, sessionBookings } from "@db/schema";
import { DomainError } from "../core/errors";
import { releasePurchase } from "../recordings/purchases/release-purchase";
import type { Services } from "../core/services";
import { closeCheckout } from "./close-checkout";
import { findCheckouts } from "./find-checkout";
import type { Payment } from "./paid-payments";
import { recordDispute } from "./record-dispute";
import { recordRefund } from "./record-refund";
import { releaseHold } from "./release-hold";
import { listRefunds, sendRefund } from "./send-refund";
import { settleCheckout } from "./settle-checkout";

/** What the admin's "Sync" says of it. */
export type Reconciled = {
  /** Something was not as Stripe says, and is now. */
  updated: boolean;
  /** It was paid before, as we knew. */
  alreadyPaid: boolean;
};

/**
 * Asks Stripe about one payment and everything that has become of it, and heals what a lost webhook, a lost answer or
 * a lost job has left: payment, place, hold and refunds. Safe to repeat. Throws not_found, and whatever Stripe throws
 * when it can't be asked.
 */
export async function reconcilePayment(services: Services, paymentId: string): Promise<Reconciled> {
  const before = await snapshot(services, paymentId);
  const { payment } = before;
  if (payment.provider === "stripe") {
    await followCheckout(services, paymentId, await checkoutOf(services, payment));
    await followMoney(services, paymentId);
  }
  const after = await snapshot(services, paymentId);
  return { updated: !isSame(before, after), alreadyPaid: payment.state === "paid" };
}

async function checkoutOf(services: Services, payment: Payment): Promise<Stripe.Checkout.Session | undefined> {
  const { stripeCheckoutSessionId: knownId } = payment;
  if (knownId) return services.stripe.client.checkout.sessions.retrieve(knownId);
  return (await findCheckouts(services, [payment])).get(payment.id);
}

/** Takes over what Stripe says of a payment's page, and closes one that could take money for a place that is gone. */
export async function followCheckout(
  services: Services,
  paymentId: string,
  checkout: Stripe.Checkout.Session | undefined,
): Promise<void> {
  if (checkout) {
    await keepPage(services, paymentId, checkout);
    await settleCheckout(services, checkout);
  }
  const { payment, booking, purchase } = await snapshot(services, paymentId);
  const cause = booking ?? purchase;
  if (cause?.status === "pending") {
    if (!cause.holdUntil || cause.holdUntil > services.clock.now()) return;
    return booking ? releaseHold(services, booking.id) : releasePurchase(services, { purchaseId: cause.id });
  }
  const isStillOpen = checkout?.status === "open" && payment.state !== "paid";
  if (isStillOpen) await settleCheckout(services, await closeCheckout(services.stripe.client, checkout.id));
}

/** From now on the page is known, and closed before its place is given back. */
async function keepPage({ db }: Services, paymentId: string, { id, url }: Stripe.Checkout.Session): Promise<void> {
  await db
    .update(payments)
    .set({ stripeCheckoutSessionId: id, checkoutUrl: url })
    .where(and(eq(payments.id, paymentId), isNull(payments.stripeCheckoutSessionId)));
}

/** Takes over refunds and disputes of a payment, and sends the refunds whose job has been lost. */
async function followMoney(services: Services, paymentId: string): Promise<void> {
  const { client } = services.stripe;
  const { payment } = await snapshot(services, paymentId);
  const payment_intent = payment.stripePaymentIntentId;
  if (!payment_intent) return;
  for (const refund of await listRefunds(client, payment_intent)) await recordRefund(services, refund);
  const { data } = await client.disputes.list({ payment_intent, limit: 100 });
  for (const dispute of data) await recordDispute(services, dispute);
  const { refunds: known } = await snapshot(services, paymentId);
  for (const refund of known.filter(({ state }) => state === "pending")) await sendRefund(services, refund.id);
}

/** What a payment and all that hangs on it look like now. */
async function snapshot({ db }: Services, paymentId: string) {
  const [found] = await db
    .select({ payment: payments, booking: sessionBookings, purchase: collectionPurchases })
    .from(payments)
    .leftJoin(sessionBookings, eq(sessionBookings.id, payments.bookingId))
    .leftJoin(collectionPurchases, eq(collectionPurchases.id, payments.purchaseId))
    .where(eq(payments.id, paymentId));
  if (!found) throw new DomainError("not_found", "Payment not found");
  const back = await db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id);
  return { ...found, refunds: back };
}

type Snapshot = Awaited<ReturnType<typeof snapshot>>;

/** As far as it matters: a page's address that was learnt by the way is no news. */
function isSame(one: Snapshot, other: Snapshot): boolean {
  const facts = ({ payment, booking, purchase, refunds: back }: Snapshot) => [
    payment.state,
    booking?.status,
    booking?.paymentStatus,
    purchase?.status,
    back.map(({ id, state, amountMinor }) => [id, state, amountMinor]),
  ];
  return JSON.stringify(facts(one)) === JSON.stringify(facts(other));
}
