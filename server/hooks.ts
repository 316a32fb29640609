import { bookingPayable } from "./bookings/payable";
import type { Hooks } from "./core/services";
import { claimPurchases } from "./recordings/purchases/claim-purchases";
import { purchasePayable } from "./recordings/purchases/payable";

export const hooks: Hooks = {
  claimPurchases,
  payables: { booking: bookingPayable, purchase: purchasePayable },
};
