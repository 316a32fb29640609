import { bookingPayable } from "./bookings/payable";
import type { Hooks } from "./core/services";
import { claimPurchases } from "./recordings/purchases/claim-purchases";
import { purchasePayable } from "./recordings/purchases/payable";

/** Connects what lower levels call with the higher levels that answer. */
export const hooks: Hooks = {
  claimPurchases,
  payables: { booking: bookingPayable, purchase: purchasePayable },
};
