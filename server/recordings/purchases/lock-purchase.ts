import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { collectionPurchases } from "@db/schema";
import type { Account } from "@db/schema";
import { lockAccount } from "../../accounts/lock-account";
import { isCodeFreeFor } from "../../discounts/use-code";
import type { Purchase } from "./transitions";

export type LockedPurchase = {
  purchase: Purchase;
  /** The buyer's account; the one that could claim the purchase, while it is nobody's; null where there is none. */
  account: Account | null;
  /** Whether a purchase that is to live again still has its discount code, or had none. */
  isCodeFree: boolean;
};

/**
 * Locks a purchase and what it hangs on, in the order of all locks: account, code (of one that is to live again),
 * purchase; the payment follows. Null: no such purchase.
 */
export async function lockPurchase(tx: Transaction, purchaseId: string): Promise<LockedPurchase | null> {
  const buyer = await find(tx, purchaseId);
  if (!buyer) return null;
  const account = await lockAccount(tx, buyer.userId ? { id: buyer.userId } : { email: buyer.customerEmail });
  // What was read before the lock may be old by now.
  const read = (await find(tx, purchaseId))!;
  const isDead = read.status === "failed" || read.status === "cancelled";
  const isCodeFree = !isDead || (await isCodeFreeFor(tx, read));
  const [purchase] = await tx
    .select()
    .from(collectionPurchases)
    .where(eq(collectionPurchases.id, purchaseId))
    .for("update");
  const isTheirs = account && (purchase!.userId === account.id || account.emailConfirmedAt !== null);
  return { purchase: purchase!, account: isTheirs ? account : null, isCodeFree };
}

async function find(tx: Transaction, purchaseId: string): Promise<Purchase | undefined> {
  const [found] = await tx.select().from(collectionPurchases).where(eq(collectionPurchases.id, purchaseId));
  return found;
}
