import { Router } from "express";
import { DomainError } from "../core/errors";
import { setUnsubscribed, unsubscribePath } from "../mail/unsubscribe";
import type { Services } from "../core/services";
import { announcementRef } from "../mail/schemas";

/** One-click unsubscribe (RFC 8058): posted by mail programs without cookies; the key in the URL is the only proof. */
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
