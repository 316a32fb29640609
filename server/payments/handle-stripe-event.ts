import type Stripe from "stripe";
import type { Services } from "../services";
import { recordRefund } from "./send-refund";
import { settleCheckout } from "./settle-checkout";

/**
 * Acts on an event whose signature has been checked. Events come twice, late and out of order, so nothing is taken
 * from their contents but the id: the object's present state is read from Stripe. Other types are ignored.
 */
export async function handleStripeEvent(services: Services, event: Stripe.Event): Promise<void> {
  const { checkout, refunds } = services.stripe.client;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return settleCheckout(services, await checkout.sessions.retrieve(event.data.object.id));
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return recordRefund(services, await refunds.retrieve(event.data.object.id));
  }
}
