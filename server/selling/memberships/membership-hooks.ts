import type { MembershipHooks } from "../purchases/membership-hooks";
import { followPurchase } from "./change-membership";

export const membershipHooks: MembershipHooks = { follow: followPurchase };
