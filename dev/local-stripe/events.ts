import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { type Context, nowInSeconds } from "./context";
import { newId } from "./ids";
import { findWebhookRule } from "./webhook-rules";

/** Records an event in the caller's transaction; it is sent after the commit. */
export async function recordEvent(
  ctx: Context,
  tx: Queryable,
  newEvent: Omit<NewEvent, "created"> & { email: string; created?: number },
): Promise<void> {
  const event = buildEvent({ ...newEvent, created: newEvent.created ?? nowInSeconds(ctx) });
  const rule = await findWebhookRule(tx, newEvent.email);
  await tx.execute(sql`
    insert into local_stripe.events (id, type, subject, email, payload, due_at, is_held, copies)
    values (${event.id}, ${event.type}, ${newEvent.object.id}, ${newEvent.email}, ${JSON.stringify(event)},
      clock_timestamp() + ${rule.delayMs}::integer * interval '1 millisecond', ${rule.hold}, ${rule.copies})`);
}

/** Finds an event. Its `pending_webhooks` is 0 once it was accepted. */
export async function findEvent(db: Queryable, id: string): Promise<EventObject | undefined> {
  const { rows } = await db.execute<{ payload: string; isDelivered: boolean }>(sql`
    select payload, delivered_at is not null as "isDelivered" from local_stripe.events where id = ${id}`);
  const [row] = rows;
  if (!row) return undefined;
  const event = JSON.parse(row.payload) as EventObject;
  return { ...event, pending_webhooks: row.isDelivered ? 0 : 1 };
}

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
  | "payout.created"
  | "payout.reconciliation_completed"
  | "payout.updated"
  | "payout.paid"
  | "payout.failed"
  | "radar.early_fraud_warning.created"
  | BillingEventType;

type BillingEventType =
  | `customer.${"created" | "updated" | "deleted"}`
  | `customer.subscription.${"created" | "updated" | "deleted" | "trial_will_end"}`
  | `invoice.${"created" | "updated" | "finalized" | "paid" | "payment_succeeded" | "payment_failed"}`
  | `invoice.${"payment_action_required" | "voided"}`
  | "invoice_payment.paid"
  | "payment_method.attached"
  | `payment_intent.${"created" | "requires_action" | "canceled"}`
  | "charge.failed"
  | `subscription_schedule.${"created" | "updated" | "released" | "canceled"}`;

/** Null if the customer or the time caused it. */
export type EventCause = { id: string; idempotencyKey: string | null } | null;

type EventObject = {
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

type NewEvent = {
  type: EventType;
  object: { id: string };
  previousAttributes?: Record<string, unknown>;
  causedBy?: EventCause;
  created: number;
};

function buildEvent({ type, object, previousAttributes, causedBy = null, created }: NewEvent): EventObject {
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
