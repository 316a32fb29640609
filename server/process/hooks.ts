import { ownedProducts } from "../catalogue/entitlements/bought";
import { bookingContracts } from "../selling/bookings/contract";
import { bookingPayable } from "../selling/bookings/pay/payable";
import type { Hooks } from "../core/services";
import { soldKinds } from "../selling/kinds/sold-kinds";
import { membershipHooks } from "../selling/memberships/stripe/membership-hooks";
import { claimPurchases } from "../selling/purchases/claim-purchases";
import { purchaseContracts } from "../selling/purchases/contract";
import { purchasePayable } from "../selling/purchases/payable";

export const hooks: Hooks = {
  claimPurchases,
  kinds: soldKinds,
  memberships: membershipHooks,
  ownedProducts,
  contracts: { booking: bookingContracts, purchase: purchaseContracts },
  payables: { booking: bookingPayable, purchase: purchasePayable },
};
