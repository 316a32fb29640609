import type { MembershipHooks } from "../purchases/membership-hooks";
import { syncCheckout } from "./stripe/checkout";
import { syncSubscription } from "./stripe/sync-subscription";

export const membershipHooks: MembershipHooks = { syncSubscription, syncCheckout };
