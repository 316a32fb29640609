import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import { payments, refunds } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { closeCheckout, findCheckouts } from "./checkout";
import type { Payment } from "./paid-payments";
import { isPaymentOf, type PayableRef, payableRefOf } from "./payable-ref";
import { readPayable } from "./payable";
import { recordDispute } from "./disputes";
import { recordRefund } from "./record-refund";
import { releaseUnpaid } from "./release";
import { listRefunds, sendRefund } from "./send-refund";
import { settlePayment } from "./settle";

export type Reconciliation = {
  updated: boolean;
  alreadyPaid: boolean;
};

/** Repairs what a lost webhook, answer or job has left. Safe to repeat. Throws not_found and Stripe's errors. */
export async function reconcilePayment(services: Services, paymentId: string): Promise<Reconciliation> {
  const before = await snapshot(services, paymentId);
  const { payment } = before;
  if (payment.provider === "stripe") {
    await syncCheckout(services, paymentId, await checkoutOf(services, payment));
    await syncRefundsAndDisputes(services, paymentId);
  }
  const after = await snapshot(services, paymentId);
  return { updated: !isSame(before, after), alreadyPaid: payment.state === "paid" };
}

export async function reconcileAll(services: Services, cause: PayableRef): Promise<Reconciliation> {
  const atStripe = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isPaymentOf(cause), eq(payments.provider, "stripe")))
    .orderBy(payments.createdAt);
  const synced: Reconciliation = { updated: false, alreadyPaid: false };
  for (const { id } of atStripe) {
    const { updated, alreadyPaid } = await reconcilePayment(services, id);
    synced.updated ||= updated;
    synced.alreadyPaid ||= alreadyPaid;
  }
  return synced;
}

/** Closes checkouts that are not needed any more. If Stripe is unreachable, a scheduled job does it later. */
export async function closeOpenPages(services: Services, cause: PayableRef): Promise<void> {
  const open = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isPaymentOf(cause), eq(payments.state, "open")));
  for (const { id } of open) {
    try {
      await reconcilePayment(services, id);
    } catch (error) {
      services.log.warn(
        { err: error, paymentId: id },
        "checkout still open: Stripe could not be reached; a job closes it later",
      );
    }
  }
}

/** Applies Stripe's state of a checkout, and closes one that could take money for a released place. */
export async function syncCheckout(
  services: Services,
  paymentId: string,
  checkout: Stripe.Checkout.Session | undefined,
): Promise<void> {
  if (checkout) {
    await storeCheckout(services, paymentId, checkout);
    await settlePayment(services, checkout);
  }
  const { payment, state } = await snapshot(services, paymentId);
  if (state?.isPending) {
    if (!state.holdUntil || state.holdUntil > services.clock.now()) return;
    await releaseUnpaid(services, payableRefOf(payment));
    return;
  }
  const isStillOpen = checkout?.status === "open" && payment.state !== "paid";
  if (isStillOpen) await settlePayment(services, await closeCheckout(services.stripe.client, checkout.id));
}

async function checkoutOf(services: Services, payment: Payment): Promise<Stripe.Checkout.Session | undefined> {
  const { stripeCheckoutSessionId: knownId } = payment;
  if (knownId) return services.stripe.client.checkout.sessions.retrieve(knownId);
  return (await findCheckouts(services, [payment])).get(payment.id);
}

/** Only a known checkout is closed before its place is released. */
async function storeCheckout({ db }: Services, paymentId: string, { id, url }: Stripe.Checkout.Session): Promise<void> {
  await db
    .update(payments)
    .set({ stripeCheckoutSessionId: id, checkoutUrl: url })
    .where(and(eq(payments.id, paymentId), isNull(payments.stripeCheckoutSessionId)));
}

/** Also sends pending refunds whose job was lost. */
async function syncRefundsAndDisputes(services: Services, paymentId: string): Promise<void> {
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

async function snapshot(services: Services, paymentId: string) {
  const { db } = services;
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment) throw new DomainError("not_found", "Payment not found");
  const back = await db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id);
  return { payment, refunds: back, state: await readPayable(services, payableRefOf(payment)) };
}

type Snapshot = Awaited<ReturnType<typeof snapshot>>;

function isSame(a: Snapshot, b: Snapshot): boolean {
  const facts = ({ payment, state, refunds: back }: Snapshot) => [
    payment.state,
    state?.status,
    back.map(({ id, state: refundState, amountMinor }) => [id, refundState, amountMinor]),
  ];
  return JSON.stringify(facts(a)) === JSON.stringify(facts(b));
}
