import { inTransaction } from "../core/transaction";
import { and, eq } from "drizzle-orm";
import Stripe from "stripe";
import { payments, refunds } from "@db/schema";
import { one } from "@db/one";
import type { Services } from "../core/services";
import { idempotencyKey } from "./idempotency-key";
import { lockRefund } from "./lock";
import { refundToCard } from "./refund-to-card";
import { lockPayment } from "./lock-payment";
import type { Refund } from "./paid-payments";
import { isSameRefund, refundStateOf } from "./stripe";
import { isToldOf, recordRefund, settleRefund } from "./record-refund";

/** Sends a refund: to Stripe, or back to the gift card that has paid. Asks Stripe first: jobs retry for longer than idempotency keys last. */
export async function sendRefund(services: Services, refundId: string): Promise<void> {
  const [row] = await services.db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  if (row?.refund.state !== "pending" || row.payment.provider === "outside") return;
  if (row.payment.provider === "gift_card") return refundToCard(services, refundId);
  const { stripePaymentIntentId: intentId, amountMinor: paidMinor } = row.payment;
  if (!intentId) throw new Error(`refund ${refundId} has no Stripe payment intent`);
  const atStripe = await listRefunds(services.stripe.client, intentId);
  for (const refund of atStripe) await recordRefund(services, refund);
  if (atStripe.some((refund) => isSameRefund(refund, row.refund))) return;
  const left = paidMinor - atStripe.filter(isNotFailed).reduce((sum, { amount }) => sum + amount, 0);
  if (left <= 0) return failRefund(services, row.refund, "all of it has gone back another way");
  const amount = Math.min(row.refund.amountMinor, left);
  try {
    // Stripe repeats a refusal for the same key for a day; another amount needs another key.
    const metadata = { refundId };
    const sent = await services.stripe.client.refunds.create(
      { payment_intent: intentId, amount, metadata },
      { idempotencyKey: idempotencyKey("refund", refundId, amount, row.refund.refusals) },
    );
    await recordRefund(services, sent);
  } catch (error) {
    if (isFinal(error)) return failRefund(services, row.refund, error.message, error.code);
    if (isStripeAnswer(error)) await countRefusal(services, row.refund);
    throw error;
  }
}

export async function listRefunds(stripe: Stripe, payment_intent: string): Promise<Stripe.Refund[]> {
  return stripe.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 1000 });
}

const isNotFailed = (refund: Stripe.Refund) => refundStateOf(refund) !== "failed";

const disputedCodes = ["charge_disputed", "refund_disputed_payment"];
/** Codes that are final: the payment is disputed, or the charge can't be refunded. */
const finalCodes = [...disputedCodes, "charge_not_refundable"];

const isFinal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && finalCodes.includes(error.code ?? "");

/** Stripe has answered, so nothing is under way. After a lost connection that is unknown and the key must stay. */
const isStripeAnswer = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  !(error instanceof Stripe.errors.StripeIdempotencyError) &&
  error.statusCode !== undefined &&
  error.statusCode < 500;

/** Concurrent calls send the same key, so two refusals count once. */
async function countRefusal({ db }: Services, { id, refusals }: Refund): Promise<void> {
  await db
    .update(refunds)
    .set({ refusals: refusals + 1 })
    .where(and(eq(refunds.id, id), eq(refunds.refusals, refusals)));
}

/** Marks the refund as failed. Without Stripe's `code` the money went back another way, so no one is told. */
async function failRefund(services: Services, { id }: Refund, why: string, code?: string): Promise<void> {
  const { clock, log } = services;
  log.warn({ refundId: id, why }, "refund not sent");
  await inTransaction(services, async (tx) => {
    const [row] = await tx.select().from(refunds).where(eq(refunds.id, id));
    const locked = row && (await lockPayment(tx, services, row.paymentId));
    const refund = await lockRefund(tx, id);
    if (!locked || refund?.state !== "pending") return;
    const failed = one(
      await tx.update(refunds).set({ state: "failed", settledAt: clock.now() }).where(eq(refunds.id, id)).returning(),
      "refund",
    );
    if (code === undefined) return;
    const isAwaited = !disputedCodes.includes(code) && isToldOf(refund, locked);
    await settleRefund(tx, services, { ...locked, refund: failed, isToldOf: isAwaited });
  });
}
