import type Stripe from "stripe";
import type { Services } from "../../core/services";

/** What Stripe says of memberships. */
export type MembershipHooks = {
  /** Reads a subscription at Stripe again, and follows it. Returns false for one of another product. */
  syncSubscription(services: Services, subscriptionId: string): Promise<boolean>;
  /** Follows a session of Checkout in which someone has joined, or has not. */
  syncCheckout(services: Services, checkout: Stripe.Checkout.Session): Promise<void>;
};

declare module "../../core/services" {
  interface Hooks {
    memberships: MembershipHooks;
  }
}
