import { bookingPayable } from "./bookings/payable";
import type { Hooks } from "./core/services";
import { claimPurchases } from "./purchases/claim-purchases";
import { purchasePayable } from "./purchases/payable";

export const hooks: Hooks = {
  claimPurchases,
  payables: { booking: bookingPayable, purchase: purchasePayable },
};
