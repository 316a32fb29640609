import type { MembershipHooks } from "../purchases/membership-hooks";
import { followPurchase } from "./change-membership";
import { syncCheckout } from "./stripe/checkout";
import { syncSubscription } from "./stripe/sync-subscription";

export const membershipHooks: MembershipHooks = { follow: followPurchase, syncSubscription, syncCheckout };
