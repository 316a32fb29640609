import type { Transaction } from "@db/client";
import type Stripe from "stripe";
import type { Services } from "../../core/services";

/** What a purchase does to the membership of which it has paid a period. The purchase is locked. */
export type MembershipHooks = {
  /** Makes the membership what its periods say, once one was paid, refunded or removed; nothing for other purchases. */
  follow(tx: Transaction, services: Services, purchase: { id: string }): Promise<void>;
  /** Reads a subscription at Stripe again, and follows it; nothing for those of other products. */
  syncSubscription(services: Services, subscriptionId: string): Promise<void>;
  /** Follows a session of Checkout in which someone has joined, or has not. */
  syncCheckout(services: Services, checkout: Stripe.Checkout.Session): Promise<void>;
};

declare module "../../core/services" {
  interface Hooks {
    memberships: MembershipHooks;
  }
}
