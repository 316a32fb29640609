import type Stripe from "stripe";
import type { Services } from "../services";
import { intentOf, recordRefund } from "./record-refund";
import { recordDispute } from "./record-dispute";
import { listRefunds } from "./send-refund";
import { settleCheckout } from "./settle-checkout";

/** What Stripe is to be asked to report: the endpoint is to be set up with these. */
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
] as const satisfies Stripe.Event["type"][];

/**
 * Acts on an event whose signature has been checked. Events come twice, late and out of order, so nothing is taken
 * from their contents but the id: the object's present state is read from Stripe. Other types are ignored.
 */
export async function handleStripeEvent(services: Services, event: Stripe.Event): Promise<void> {
  const { checkout, charges, disputes, refunds } = services.stripe.client;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return settleCheckout(services, await checkout.sessions.retrieve(event.data.object.id));
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return takeRefund(services, await refunds.retrieve(event.data.object.id));
    case "charge.refunded": {
      const intentId = intentOf(await charges.retrieve(event.data.object.id));
      if (!intentId) return;
      for (const refund of await listRefunds(services.stripe.client, intentId)) await takeRefund(services, refund);
      return;
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return takeDispute(services, await disputes.retrieve(event.data.object.id));
  }
}

/** Money may go back before we have heard that it came: then that is caught up on first. */
export async function takeRefund(services: Services, refund: Stripe.Refund): Promise<void> {
  if ((await recordRefund(services, refund)) === "unknown" && (await settlePaymentOf(services, refund))) {
    await recordRefund(services, refund);
  }
}

export async function takeDispute(services: Services, dispute: Stripe.Dispute): Promise<void> {
  if ((await recordDispute(services, dispute)) === "unknown" && (await settlePaymentOf(services, dispute))) {
    await recordDispute(services, dispute);
  }
}

/** Answers whether there was a payment page of ours to settle. */
async function settlePaymentOf(services: Services, object: Parameters<typeof intentOf>[0]): Promise<boolean> {
  const payment_intent = intentOf(object);
  if (!payment_intent) return false;
  const { data } = await services.stripe.client.checkout.sessions.list({ payment_intent, limit: 1 });
  const page = data.find(({ metadata }) => metadata?.paymentId);
  if (page) await settleCheckout(services, page);
  return page !== undefined;
}
