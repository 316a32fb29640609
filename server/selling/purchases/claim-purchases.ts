import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { purchases, type Account } from "@db/schema";
import { refundAll } from "../../payments/refunds";
import { ownedItems } from "./item";
import type { Services } from "../../core/services";
import { lockUnclaimed } from "./lock";
import { mailReturned } from "./mails";
import { isOpening, changePurchaseState, type Purchase } from "./transitions";
import { kinds } from "../../catalogue/products/kinds";
import { kindOf } from "./sold-kind";

/** Claims purchases made with a locked account's confirmed address; what it owns already is refunded. */
export async function claimPurchases(tx: Transaction, services: Services, account: Account): Promise<void> {
  if (!account.emailConfirmedAt) return;
  const waiting = await lockUnclaimed(tx, account.email);
  if (waiting.length === 0) return;
  const owned = await ownedItems(tx, account.id);
  for (const purchase of waiting) {
    // A first offer that each of two addresses has had may be used already: both passes stay.
    const isSecond = kinds[purchase.productKind].isHadOnce && isOpening(purchase) && owned.has(purchase.productId);
    if (isSecond) await refundDuplicate(tx, services, purchase);
    await tx.update(purchases).set({ userId: account.id }).where(eq(purchases.id, purchase.id));
    await kindOf(services, purchase).assign(tx, purchase, account);
    if (isOpening(purchase)) owned.add(purchase.productId);
  }
}

/** Closed from now on; `refunded` once the refund has succeeded. */
async function refundDuplicate(tx: Transaction, services: Services, purchase: Purchase): Promise<void> {
  if (purchase.status === "free") return void (await changePurchaseState(tx, purchase, "cancelled", services));
  await tx.update(purchases).set({ archivedAt: services.clock.now() }).where(eq(purchases.id, purchase.id));
  for (const { refund } of await refundAll(tx, { kind: "purchase", id: purchase.id }, "late_payment")) {
    await mailReturned(tx, services, purchase, {
      refunded: refund,
      paymentId: refund.paymentId,
      reason: "owned_already",
    });
  }
}
