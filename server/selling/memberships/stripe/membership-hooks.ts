import type { MembershipHooks } from "../../purchases/membership-hooks";
import { syncCheckout } from "./checkout";
import { syncSubscription } from "./sync-subscription";

export const membershipHooks: MembershipHooks = { syncSubscription, syncCheckout };
