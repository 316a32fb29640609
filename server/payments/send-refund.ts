import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { payments, refunds } from "@db/schema";
import type { Services } from "../services";

/**
 * Sends a refund to Stripe and takes over its answer. Safe to repeat: Stripe is asked first whether it has this
 * refund already, since its memory for idempotency keys is shorter than a job's patience.
 */
export async function sendRefund(services: Services, refundId: string): Promise<void> {
  const [row] = await services.db
    .select({ refund: refunds, paymentIntentId: payments.stripePaymentIntentId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  if (!row || row.refund.state !== "pending") return;
  if (!row.paymentIntentId) throw new Error(`refund ${refundId} belongs to a payment that Stripe does not know`);
  const { refunds: api } = services.stripe.client;
  const earlier = await api.list({ payment_intent: row.paymentIntentId, limit: 100 });
  const sent =
    earlier.data.find((refund) => refund.metadata?.refundId === refundId) ??
    (await api.create(
      { payment_intent: row.paymentIntentId, amount: row.refund.amountMinor, metadata: { refundId } },
      { idempotencyKey: refundId },
    ));
  await recordRefund(services, sent);
}

/** Takes over the state of one of our refunds, as just read from Stripe; a settled one stays as it is. */
export async function recordRefund(services: Services, sent: Stripe.Refund): Promise<void> {
  const refundId = sent.metadata?.refundId;
  if (!refundId) return;
  const state = sent.status === "succeeded" ? "succeeded" : isLost(sent) ? "failed" : "pending";
  if (state === "failed") services.log.error({ refundId, stripeRefundId: sent.id }, "Stripe could not refund");
  await services.db
    .update(refunds)
    .set({ state, stripeRefundId: sent.id, settledAt: state === "pending" ? null : services.clock.now() })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, "pending")));
}

const isLost = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";
