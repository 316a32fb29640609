import type { Services } from "@server/core/services";
import { Router } from "express";
import { mailboxRouter } from "./mailbox/mailbox";

export { demoBanner } from "./demo-banner";
export { createMailboxMailer } from "./mailbox/mailer";
export { startLocalStripe } from "./local-stripe/index";
export { seedDemo } from "./seed/seed-demo";

export function createDevRouter(services: Services, localStripeRouter: Router | undefined): Router {
  const router = Router();
  router.use(mailboxRouter(services));
  if (localStripeRouter) router.use("/stripe", localStripeRouter);
  return router;
}
