import express, { type RequestHandler, Router } from "express";
import type Stripe from "stripe";
import { handleStripeEvent } from "../payments/handle-stripe-event";
import type { Services } from "../services";

/** Where Stripe reports: 400 for a wrong signature, 2xx only once the effect is committed, 5xx to be told again. */
export function webhooksRouter(services: Services): Router {
  const router = Router();
  router.post("/stripe", express.raw({ type: "application/json", limit: "1mb" }), stripeWebhook(services));
  return router;
}

function stripeWebhook(services: Services): RequestHandler {
  const { stripe, log } = services;
  return async (request, response) => {
    let event: Stripe.Event;
    try {
      const signature = request.get("Stripe-Signature") ?? "";
      event = stripe.client.webhooks.constructEvent(request.body as Buffer, signature, stripe.webhookSecret);
    } catch {
      return void response.status(400).json({ error: "The signature does not match." });
    }
    try {
      await handleStripeEvent(services, event);
      response.json({ received: true });
    } catch (error) {
      log.error({ err: error, eventId: event.id, eventType: event.type }, "webhook failed");
      response.status(500).json({ error: "Not done yet; please send it again." });
    }
  };
}
