import { type RequestHandler, Router } from "express";
import type Stripe from "stripe";
import { handleStripeEvent } from "../payments/handle-stripe-event";
import { saveWebhookState, startWebhookTally } from "../payments/webhook-tally";
import type { Services } from "../core/services";
import { bodyOf } from "./read-body";
import { resendWebhookRouter } from "./resend-webhook";

/** Answers 400 for a wrong signature, 2xx after the commit or for unknown objects, 5xx to be sent again. */
export function webhooksRouter(services: Services): Router {
  const router = Router();
  router.post("/stripe", stripeWebhook(services));
  router.use(resendWebhookRouter(services));
  return router;
}

function stripeWebhook(services: Services): RequestHandler {
  const { stripe, log, db } = services;
  const tally = startWebhookTally(services, "stripe", (seen) => saveWebhookState(db, "stripe", seen));
  return async (request, response) => {
    let event: Stripe.Event;
    try {
      const signature = request.get("Stripe-Signature") ?? "";
      event = stripe.client.webhooks.constructEvent(
        Buffer.from(bodyOf(response) ?? []),
        signature,
        stripe.webhookSecret,
      );
    } catch {
      tally.noteBadSignature();
      return void response.status(400).json({ error: "The signature does not match." });
    }
    tally.noteEvent();
    const { id: eventId, type: eventType } = event;
    try {
      requireOwnMode(services, event);
      if ((await handleStripeEvent(services, event)) === "missing") {
        log.warn({ eventId, eventType }, "webhook about an object that Stripe does not have");
      }
      response.json({ received: true });
    } catch (error) {
      log.error({ err: error, eventId, eventType }, "webhook failed");
      response.status(500).json({ error: "Not done yet; please send it again." });
    }
  };
}

/** Throws if the modes differ: Stripe would not find the object, and the event would be lost. */
function requireOwnMode({ stripe }: Services, { livemode }: Stripe.Event): void {
  const isLive = Boolean(livemode);
  if (isLive !== stripe.isLive) {
    throw new Error(`the event belongs to Stripe's ${isLive ? "live" : "test"} mode, but STRIPE_SECRET_KEY does not`);
  }
}
