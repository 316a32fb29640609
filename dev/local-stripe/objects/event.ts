import Stripe from "stripe";
import { newId } from "../ids";

export type EventType =
  | "checkout.session.completed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.async_payment_failed"
  | "checkout.session.expired"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.processing"
  | "charge.succeeded"
  | "charge.refunded"
  | "refund.created"
  | "refund.updated"
  | "refund.failed"
  | "charge.dispute.created"
  | "charge.dispute.updated"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.closed"
  | "charge.dispute.funds_reinstated"
  | "radar.early_fraud_warning.created";

/** The API call that caused an event; null where the customer or the clock did. */
export type CausedBy = { id: string; idempotencyKey: string | null } | null;

export type EventObject = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: { id: string }; previous_attributes?: Record<string, unknown> };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
};

export type NewEvent = {
  type: EventType;
  object: { id: string };
  previousAttributes?: Record<string, unknown>;
  causedBy?: CausedBy;
  created: number;
};

export function buildEvent({ type, object, previousAttributes, causedBy = null, created }: NewEvent): EventObject {
  return {
    id: newId("event"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created,
    data: { object, ...(previousAttributes && { previous_attributes: previousAttributes }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: causedBy?.id ?? null, idempotency_key: causedBy?.idempotencyKey ?? null },
    type,
  };
}
