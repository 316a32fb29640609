import type { Settings } from "@server/core/env";
import type { Services } from "@server/core/services";
import { Router } from "express";
import { mailboxRouter } from "./mailbox/mailbox";

export { createMailboxMailer } from "./mailbox/mailbox";
export { startLocalStripe } from "./local-stripe/index";
export { seedDemo } from "./seed/seed-demo";

export function createDevRouter(services: Services, localStripeRouter: Router | undefined): Router {
  const router = Router();
  router.use(mailboxRouter(services));
  if (localStripeRouter) router.use("/stripe", localStripeRouter);
  return router;
}

export const demoBanner = ({ stripe, resend }: Settings, address: string): string[] => [
  "",
  `  This is the demo: ${stripe || resend ? "no live site" : "no money moves, no mail leaves this machine"}.`,
  "  Admin    admin@example.com, password breathe-demo",
  "  Member   member@example.com, password breathe-demo",
  "  Member   collector@example.com, password breathe-demo, with both collections of recordings and a membership",
  `  Mailbox  ${address}/dev/mailbox`,
];
