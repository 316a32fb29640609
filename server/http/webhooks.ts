import { type Request, type RequestHandler, type Response, Router } from "express";
import { Resend } from "resend";
import Stripe from "stripe";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { recordMailEvent } from "../platform/mail/record-mail-event";
import { announcementRef, setUnsubscribed, unsubscribePath } from "../platform/mail/unsubscribe";
import { handleStripeEvent } from "../payments/handle-stripe-event";
import { saveWebhookState, startWebhookTally } from "../payments/webhook-tally";
import { bodyOf } from "./read-body";

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
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
        tally.noteBadSignature();
        return void response.status(400).json({ error: "The signature does not match." });
      }
      tally.noteThinEvent();
      return void response.status(400).json({ error: "This is a thin event. Send snapshots." });
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

/** Verifying signatures needs no API key. */
const { webhooks } = new Resend("re_unused");

/** Returns 404 without a secret, 400 for a wrong or old signature, 2xx after the commit, 5xx to be sent again. */
function resendWebhookRouter(services: Services): Router {
  const { settings, log, db } = services;
  const router = Router();
  const tally = startWebhookTally(services, "resend", (seen) => saveWebhookState(db, "resend", seen));
  router.post("/resend", async (request, response) => {
    const secret = settings.resendWebhookSecret;
    if (secret === undefined) return void response.status(404).json({ error: "Not found" });
    const id = request.get("svix-id") ?? "";
    const payload = verifiedPayload(request, response, secret);
    if (payload === undefined) {
      tally.noteBadSignature();
      return void response.status(400).json({ error: "The signature does not match." });
    }
    tally.noteEvent();
    try {
      await recordMailEvent(services, { id, payload });
      response.json({ received: true });
    } catch (error) {
      log.error({ err: error, eventId: id }, "mail event failed");
      response.status(500).json({ error: "Not done yet; please send it again." });
    }
  });
  return router;
}

const maxIdLength = 200;

function verifiedPayload(request: Request, response: Response, webhookSecret: string): unknown {
  const body = bodyOf(response);
  const id = request.get("svix-id") ?? "";
  if (!body || id.length > maxIdLength) return undefined;
  const headers = {
    id,
    timestamp: request.get("svix-timestamp") ?? "",
    signature: request.get("svix-signature") ?? "",
  };
  try {
    return webhooks.verify({ payload: Buffer.from(body).toString("utf8"), headers, webhookSecret });
  } catch {
    return undefined;
  }
}

/**
 * Serves one-click unsubscribing (RFC 8058): posted by mail programs without cookies; the key in the URL is the only
 * proof.
 */
export function unsubscribeRouter(services: Services): Router {
  const router = Router();
  router.get("/:id/one-click", (request, response) => {
    const { data: ref } = announcementRef.safeParse({ ...request.params, key: request.query.key });
    if (!ref) return void response.status(404).type("text").send("Not found");
    response.redirect(303, unsubscribePath(ref));
  });
  router.post("/:id/one-click", async (request, response) => {
    const { data: ref } = announcementRef.safeParse({ ...request.params, key: request.query.key });
    try {
      if (!ref) throw new DomainError("not_found", "Not found");
      await setUnsubscribed(services, { ...ref, isUnsubscribed: true });
      response.type("text").send("You have unsubscribed.");
    } catch (error) {
      if (error instanceof DomainError) return void response.status(404).type("text").send("Not found");
      services.log.error({ err: error }, "unsubscribing failed");
      response.status(503).set("Retry-After", "60").type("text").send("Please try again later.");
    }
  });
  return router;
}
