import type Stripe from "stripe";
import type { Refund } from "./paid-payments";
import { isUuid } from "../core/input-schemas";

export type OfIntent = { payment_intent?: string | Stripe.PaymentIntent | null };

export const intentOf = ({ payment_intent: intent }: OfIntent): string | null =>
  typeof intent === "string" ? intent : (intent?.id ?? null);

export const isSameRefund = (atStripe: Stripe.Refund, { id, stripeRefundId }: Refund): boolean =>
  atStripe.id === stripeRefundId || atStripe.metadata?.refundId === id;

export function refundStateOf({ status }: Pick<Stripe.Refund, "status">): Refund["state"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

type WithMetadata = { metadata: Record<string, string> | null };

export const paymentIdOf = ({ metadata }: WithMetadata): string[] => {
  const id = metadata?.paymentId;
  return id && isUuid(id) ? [id] : [];
};

export const isOwnIntent = (intent: WithMetadata): boolean =>
  paymentIdOf(intent).length > 0 && Boolean(intent.metadata?.bookingId ?? intent.metadata?.purchaseId);

/** Belongs to another product of the same Stripe account. False if the payment intent was not expanded. */
export function isForeign({ payment_intent: intent }: OfIntent): boolean {
  if (!intent) return true;
  return typeof intent === "object" && !isOwnIntent(intent);
}
