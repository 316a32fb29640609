import { type Request, type Response, Router } from "express";
import { Resend } from "resend";
import { recordMailEvent } from "../mail/record-mail-event";
import { saveWebhookState, startWebhookTally } from "../payments/webhook-tally";
import type { Services } from "../core/services";
import { bodyOf } from "./read-body";

/** Verifying signatures needs no API key. */
const { webhooks } = new Resend("re_unused");

/** Answers 404 without a secret, 400 for a wrong or old signature, 2xx after the commit, 5xx to be sent again. */
export function resendWebhookRouter(services: Services): Router {
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

/** Returns undefined if the signature is wrong. */
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
