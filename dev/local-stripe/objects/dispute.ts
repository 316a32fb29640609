import type Stripe from "stripe";
import { newId } from "../ids";
import type { ChargeObject } from "./charge";

export type DisputeObject = Stripe.Dispute & { charge: string; payment_intent: string | null };
export type DisputeReason = "duplicate" | "fraudulent" | "general" | "product_not_received" | "unrecognized";

/** The `warning_…` statuses belong to inquiries: the bank withdraws no money yet. */
export type DisputeStatus = Stripe.Dispute.Status;

type NewDispute = {
  charge: ChargeObject;
  amount: number;
  reason: DisputeReason;
  status: "needs_response" | "warning_needs_response";
  created: number;
};

const answerWithinSeconds = 7 * 24 * 60 * 60;

export function buildDispute({ charge, amount, reason, status, created }: NewDispute): DisputeObject {
  return {
    id: newId("dispute"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + answerWithinSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: status === "warning_needs_response",
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: "visa",
        case_type: status === "needs_response" ? "chargeback" : "inquiry",
        network: "visa",
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason,
    status,
  };
}

const refundableStatuses: DisputeStatus[] = ["warning_needs_response", "warning_under_review", "warning_closed", "won"];

export const movedDispute = (dispute: DisputeObject, status: DisputeStatus): DisputeObject => ({
  ...dispute,
  status,
  is_charge_refundable: refundableStatuses.includes(status),
});

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export type FraudWarningObject = Omit<Stripe.Radar.EarlyFraudWarning, "charge" | "payment_intent"> & {
  charge: string;
  payment_intent: string | null;
};

/** Builds a warning, which is actionable until the payment is refunded or disputed. */
export const buildFraudWarning = (charge: ChargeObject, fraud_type: string, created: number): FraudWarningObject => ({
  id: newId("fraudWarning"),
  object: "radar.early_fraud_warning",
  actionable: !charge.refunded && !charge.disputed,
  charge: charge.id,
  created,
  fraud_type,
  livemode: false,
  payment_intent: charge.payment_intent,
});
