import { bookingContracts } from "./bookings/contract";
import { bookingPayable } from "./bookings/payable";
import type { Hooks } from "./core/services";
import { claimPurchases } from "./purchases/claim-purchases";
import { purchaseContracts } from "./purchases/contract";
import { purchasePayable } from "./purchases/payable";

export const hooks: Hooks = {
  claimPurchases,
  contracts: { booking: bookingContracts, purchase: purchaseContracts },
  payables: { booking: bookingPayable, purchase: purchasePayable },
};
