import type { Hooks } from "./core/services";
import { claimPurchases } from "./recordings/purchases/claim-purchases";

/** Connects what lower levels call with the higher levels that answer. */
export const hooks: Hooks = { claimPurchases };
