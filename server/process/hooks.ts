import { ownedProducts } from "../catalogue/entitlements/bought";
import { bookingContracts } from "../selling/bookings/contract";
import { bookingPayable } from "../selling/bookings/payable";
import type { Hooks } from "../core/services";
import { courseHooks } from "../selling/courses/course-hooks";
import { membershipHooks } from "../selling/memberships/membership-hooks";
import { claimPurchases } from "../selling/purchases/claim-purchases";
import { purchaseContracts } from "../selling/purchases/contract";
import { purchasePayable } from "../selling/purchases/payable";

export const hooks: Hooks = {
  claimPurchases,
  courses: courseHooks,
  memberships: membershipHooks,
  ownedProducts,
  contracts: { booking: bookingContracts, purchase: purchaseContracts },
  payables: { booking: bookingPayable, purchase: purchasePayable },
};
