import type Stripe from "stripe";
import type { Refund } from "./paid-payments";
import { isUuid } from "../core/uuid";

/** Something at Stripe that names the payment intent it belongs to, by its id or, where that was asked for, whole. */
export type OfIntent = { payment_intent?: string | Stripe.PaymentIntent | null };

/** Returns the id of the payment intent, or null where there is none: then it belongs to no payment of ours. */
export const intentOf = ({ payment_intent: intent }: OfIntent): string | null =>
  typeof intent === "string" ? intent : (intent?.id ?? null);

/** Tells whether a refund at Stripe is this one of ours: by the id that Stripe gave it, or the one that we sent along. */
export const isSameRefund = (atStripe: Stripe.Refund, { id, stripeRefundId }: Refund): boolean =>
  atStripe.id === stripeRefundId || atStripe.metadata?.refundId === id;

/** Returns what a refund's status at Stripe makes of ours. */
export function refundStateOf({ status }: Pick<Stripe.Refund, "status">): Refund["state"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

type WithMetadata = { metadata: Record<string, string> | null };

/** Returns our payment's id among what Stripe keeps beside an object of its own; none or one. */
export const paymentIdOf = ({ metadata }: WithMetadata): string[] => {
  const id = metadata?.paymentId;
  return id && isUuid(id) ? [id] : [];
};

/** Tells whether this site made a payment intent, whether or not it is still known here. */
export const isOwnIntent = (intent: WithMetadata): boolean =>
  paymentIdOf(intent).length > 0 && Boolean(intent.metadata?.bookingId ?? intent.metadata?.purchaseId);

/**
 * Tells whether an object belongs to a payment of another program that shares the Stripe account. It can't tell where
 * the payment intent was not asked for.
 */
export function isForeign({ payment_intent: intent }: OfIntent): boolean {
  if (!intent) return true;
  return typeof intent === "object" && !isOwnIntent(intent);
}
