import type { Transaction } from "@db/client";
import type { Services } from "../../core/services";
import { openPass } from "../../catalogue/passes/open-pass";
import { mailPurchase } from "./mails";
import type { Purchase } from "./transitions";

/** Gives what a new purchase is for that costs nothing, and mails its buyer. */
export async function deliver(tx: Transaction, services: Services, purchase: Purchase): Promise<void> {
  if (purchase.productKind === "pass") await openPass(tx, services, purchase);
  await mailPurchase(tx, services, purchase);
}
