import type Stripe from "stripe";
import { newId } from "../ids";
import type { ChargeObject } from "./charge";

export type RefundObject = Stripe.Refund & {
  charge: string;
  payment_intent: string | null;
  balance_transaction: string | null;
};

/** `requires_action`: the customer must say where to send the money. */
export type NewRefundStatus = "pending" | "requires_action" | "succeeded";

type NewRefund = {
  charge: ChargeObject;
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
  created: number;
  status?: NewRefundStatus;
};

/** Builds a refund. Those of cards succeed at once unless the balance is too low; the bank's reference follows. */
export function buildRefund({
  charge,
  amount,
  reason,
  metadata,
  created,
  status = "succeeded",
}: NewRefund): RefundObject {
  return {
    id: newId("refund"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

export const settledRefund = (refund: RefundObject, status: "succeeded" | "failed" | "canceled"): RefundObject => ({
  ...refund,
  ...(status === "failed" && { failure_reason: "expired_or_canceled_card" }),
  status,
});

export function referencedRefund(refund: RefundObject, reference: string): RefundObject {
  return {
    ...refund,
    destination_details: {
      card: { reference, reference_status: "available", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
  };
}
