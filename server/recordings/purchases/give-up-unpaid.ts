import { inTransaction } from "../../core/transaction";
import type { Transaction } from "@db/client";
import { noteCompletedUnpaid } from "../../payments/completed-unpaid";
import type { Services } from "../../core/services";
import { lockPurchase } from "./lock-purchase";
import { mailPurchaseUnpaid } from "./mail-purchase-unpaid";
import { movePurchase } from "./transitions";

type Ids = { paymentId: string; purchaseId: string };
type Ending = { outcome?: "failed" | "cancelled"; also?: (tx: Transaction) => Promise<void> };

/**
 * Gives up a purchase whose payment page was finished without paying, unless it is no longer pending, and tells both
 * sides. Money that comes later opens the collection, or goes back.
 */
export async function giveUpUnpaid(
  services: Pick<Services, "db" | "clock" | "settings">,
  { paymentId, purchaseId }: Ids,
  checkoutId: string,
  { outcome = "failed", also }: Ending,
): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services, async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    await noteCompletedUnpaid(tx, { paymentId, checkoutId }, now);
    if (locked?.purchase.status !== "pending") return;
    const given = await movePurchase(tx, locked.purchase, outcome, now);
    await mailPurchaseUnpaid(tx, services, given, paymentId);
    await also?.(tx);
  });
}
