import type { Transaction } from "@db/client";
import { type Account, collectionPurchases } from "@db/schema";
import { one } from "@db/one";
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { lockAccount } from "../../accounts/accounts";
import { isCodeFreeFor } from "../../discounts/use-code";
import { openingStatuses } from "../access";
import type { Purchase } from "./transitions";

export type LockedPurchase = {
  purchase: Purchase;
  /** The buyer's account; the one that could claim the purchase, while it has no owner; null where there is none. */
  account: Account | null;
  /** Whether a purchase that is to live again still has its discount code, or had none. */
  isCodeFree: boolean;
};

/**
 * Locks a purchase and what it hangs on, in the order of all locks: account, code (of one that is to live again),
 * purchase; the payment follows. Null: no such purchase.
 */
export async function lockPurchase(tx: Transaction, purchaseId: string): Promise<LockedPurchase | null> {
  const isIt = eq(collectionPurchases.id, purchaseId);
  const [buyer] = await tx.select().from(collectionPurchases).where(isIt);
  if (!buyer) return null;
  const account = await lockAccount(tx, buyer.userId ? { id: buyer.userId } : { email: buyer.customerEmail });
  // What was read before the lock may be old by now.
  const read = one(await tx.select().from(collectionPurchases).where(isIt), "purchase");
  const isDead = read.status === "failed" || read.status === "cancelled";
  const isCodeFree = !isDead || (await isCodeFreeFor(tx, read));
  const purchase = one(await tx.select().from(collectionPurchases).where(isIt).for("update"), "purchase");
  const isTheirs = account && (purchase.userId === account.id || account.emailConfirmedAt !== null);
  return { purchase, account: isTheirs ? account : null, isCodeFree };
}

/** Gives a purchase that waited for an account to that account, where there is one by now. */
export async function giveToBuyer(tx: Transaction, { purchase, account }: LockedPurchase): Promise<Purchase> {
  if (purchase.userId || !account) return purchase;
  return one(
    await tx
      .update(collectionPurchases)
      .set({ userId: account.id })
      .where(eq(collectionPurchases.id, purchase.id))
      .returning(),
    "purchase",
  );
}

/** Tells whether another purchase opens the same collection for the same buyer, or waits for their account. */
export async function hasAnother(tx: Transaction, { purchase, account }: LockedPurchase): Promise<boolean> {
  const isWaitingToo = and(
    isNull(collectionPurchases.userId),
    eq(sql`lower(${collectionPurchases.customerEmail})`, purchase.customerEmail.toLowerCase()),
  );
  const isTheirs = account ? or(eq(collectionPurchases.userId, account.id), isWaitingToo) : isWaitingToo;
  return (await tx.$count(collectionPurchases, and(opensTheSame(purchase), isTheirs))) > 0;
}

/** Tells whether another purchase of the account that owns this one opens the same collection. */
export async function isOpenOtherwise(tx: Transaction, purchase: Purchase): Promise<boolean> {
  const { userId } = purchase;
  if (!userId) return false;
  return (
    (await tx.$count(collectionPurchases, and(opensTheSame(purchase), eq(collectionPurchases.userId, userId)))) > 0
  );
}

const opensTheSame = ({ id, collection }: Purchase) =>
  and(
    ne(collectionPurchases.id, id),
    eq(collectionPurchases.collection, collection),
    inArray(collectionPurchases.status, [...openingStatuses]),
    isNull(collectionPurchases.archivedAt),
  );
