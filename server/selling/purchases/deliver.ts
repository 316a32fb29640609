import type { Transaction } from "@db/client";
import type { Services } from "../../core/services";
import { mailPurchase } from "./mails";
import { kindOf } from "./sold-kind";
import type { Purchase } from "./transitions";

/** Gives what a new purchase is for that costs nothing, and mails its buyer. */
export async function deliver(tx: Transaction, services: Services, purchase: Purchase): Promise<void> {
  await kindOf(services, purchase).open(tx, services, purchase, "pending");
  await mailPurchase(tx, services, purchase);
}
