import Stripe from "stripe";
import type { Services } from "../core/services";
import { enqueueJob } from "../platform/jobs/enqueue-job";
import { intentOf, isForeign, type IntentHolder } from "./stripe";
import { recordDispute, recordFraudWarning } from "./disputes";
import { recordRefund } from "./record-refund";
import { listRefunds } from "./send-refund";
import { settlePayment } from "./settle";

/** The events without which payouts are read once a night. */
export const payoutEventTypes = [
  "payout.created",
  "payout.updated",
  "payout.paid",
  "payout.failed",
  "payout.canceled",
  "payout.reconciliation_completed",
] as const satisfies Stripe.Event["type"][];

/** Each is only a reason to read the subscription again. */
const membershipEventTypes = [
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.trial_will_end",
  "subscription_schedule.created",
  "subscription_schedule.updated",
  "subscription_schedule.released",
  "subscription_schedule.canceled",
  "subscription_schedule.completed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "invoice.marked_uncollectible",
] as const satisfies Stripe.Event["type"][];

export const stripeEventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "radar.early_fraud_warning.created",
  ...membershipEventTypes,
  ...payoutEventTypes,
] as const satisfies Stripe.Event["type"][];

/** Acts on a verified event by reading its object again: events repeat, come late and out of order. */
export async function handleStripeEvent(services: Services, event: Stripe.Event): Promise<"done" | "missing"> {
  const { checkout, charges, disputes, refunds, radar } = services.stripe.client;
  if (isOfMembership(event)) {
    return actOn(followSubscription(services, event.data.object), () => Promise.resolve());
  }
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return actOn(checkout.sessions.retrieve(event.data.object.id), (page) =>
        page.mode === "subscription"
          ? services.hooks.memberships.syncCheckout(services, page)
          : settlePayment(services, page),
      );
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return actOn(refunds.retrieve(event.data.object.id, withIntent), (refund) => syncRefund(services, refund));
    case "charge.refunded":
      return actOn(charges.retrieve(event.data.object.id, withIntent), (charge) => syncRefundsOf(services, charge));
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return actOn(disputes.retrieve(event.data.object.id, withIntent), (dispute) => syncDispute(services, dispute));
    case "radar.early_fraud_warning.created": {
      const found = radar.earlyFraudWarnings.retrieve(event.data.object.id, withIntent);
      return actOn(found, (warning) => syncFraudWarning(services, warning));
    }
    case "payout.created":
    case "payout.updated":
    case "payout.paid":
    case "payout.failed":
    case "payout.canceled":
    case "payout.reconciliation_completed":
      // One job reads them all, however many events come.
      await enqueueJob(
        services.db,
        "sync-payouts",
        {},
        { jobKey: "sync-payouts", queue: "sync-payouts", maxAttempts: 3 },
      );
      return "done";
    default:
      return "done";
  }
}

type MembershipEvent = Extract<Stripe.Event, { type: (typeof membershipEventTypes)[number] }>;

const isOfMembership = (event: Stripe.Event): event is MembershipEvent =>
  membershipEventTypes.some((type) => type === event.type);

async function followSubscription(services: Services, object: MembershipEvent["data"]["object"]): Promise<void> {
  const id = await readSubscriptionId(services, object);
  if (id !== null) await services.hooks.memberships.syncSubscription(services, id);
}

/**
 * Reads which subscription an object is about, as its event may be of an older version of Stripe's, which says that
 * elsewhere. Null for an invoice without one, which is another product's.
 */
async function readSubscriptionId(
  { stripe: { client } }: Services,
  { object, id }: Pick<MembershipEvent["data"]["object"], "object" | "id">,
): Promise<string | null> {
  switch (object) {
    case "subscription":
      return id;
    case "subscription_schedule": {
      // One that was released names its subscription elsewhere.
      const schedule = await client.subscriptionSchedules.retrieve(id);
      return idOf(schedule.subscription ?? schedule.released_subscription);
    }
    case "invoice":
      return idOf((await client.invoices.retrieve(id)).parent?.subscription_details?.subscription);
  }
}

const idOf = (found: string | { id: string } | null | undefined): string | null =>
  typeof found === "string" ? found : (found?.id ?? null);

/** The expanded payment intent says whether the payment is ours, which saves a request. */
const withIntent = { expand: ["payment_intent"] };

/** Returns `missing` only if the object itself is missing; anything missing later is an error. */
async function actOn<StripeObject>(
  read: Promise<StripeObject>,
  act: (found: StripeObject) => Promise<void>,
): Promise<"done" | "missing"> {
  let found: StripeObject;
  try {
    found = await read;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return "missing";
    throw error;
  }
  await act(found);
  return "done";
}

/** Records a refund. One may be reported before its payment, which is then settled first. */
export async function syncRefund(services: Services, refund: Stripe.Refund): Promise<void> {
  await recordWithPayment(services, refund, recordRefund);
}

export async function syncDispute(services: Services, dispute: Stripe.Dispute): Promise<void> {
  await recordWithPayment(services, dispute, recordDispute);
}

export async function syncFraudWarning(services: Services, warning: Stripe.Radar.EarlyFraudWarning): Promise<void> {
  await recordWithPayment(services, warning, recordFraudWarning);
}

async function syncRefundsOf(services: Services, charge: Stripe.Charge): Promise<void> {
  const intentId = intentOf(charge);
  if (!intentId) return;
  const { payment_intent } = charge;
  for (const refund of await listRefunds(services.stripe.client, intentId)) {
    await syncRefund(services, { ...refund, payment_intent });
  }
}

async function recordWithPayment<StripeObject extends IntentHolder>(
  services: Services,
  found: StripeObject,
  record: (services: Services, found: StripeObject) => Promise<string>,
): Promise<void> {
  if ((await record(services, found)) !== "unknown") return;
  if (!isForeign(found)) {
    if (await settlePaymentOf(services, found)) await record(services, found);
  } else if ((await syncInvoiceOf(services, found)) && (await record(services, found)) === "unknown") {
    // Stripe repeats an event that fails, and every reconciliation looks at what is listed there again.
    throw new Error(`the payment ${intentOf(found)} of a membership is not booked yet`);
  }
}

/** Follows the subscription whose invoice was paid: the payment of one names no order. Returns whether it is ours. */
async function syncInvoiceOf(services: Services, object: IntentHolder): Promise<boolean> {
  const payment_intent = intentOf(object);
  if (!payment_intent) return false;
  const payment = { type: "payment_intent", payment_intent } as const;
  const { data } = await services.stripe.client.invoicePayments.list({ payment, limit: 1 });
  const id = idOf(data[0]?.invoice);
  const subscriptionId = id && (await readSubscriptionId(services, { object: "invoice", id }));
  return subscriptionId !== null && services.hooks.memberships.syncSubscription(services, subscriptionId);
}

async function settlePaymentOf(services: Services, object: IntentHolder): Promise<boolean> {
  const payment_intent = intentOf(object);
  if (!payment_intent) return false;
  const { data } = await services.stripe.client.checkout.sessions.list({ payment_intent, limit: 1 });
  const page = data.find(({ metadata }) => metadata?.paymentId);
  if (page) await settlePayment(services, page);
  return page !== undefined;
}
