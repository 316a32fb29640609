import { Router } from "express";
import type { Services } from "@server/core/services";
import { mailboxRouter } from "./mailbox/mailbox";

/** Answers under `/dev`: the mailbox and, where there is one, the local Stripe's payment page and controls. */
export function createDevRouter(services: Services, localStripeRouter: Router | undefined): Router {
  const router = Router();
  router.use(mailboxRouter(services));
  if (localStripeRouter) router.use("/stripe", localStripeRouter);
  return router;
}
