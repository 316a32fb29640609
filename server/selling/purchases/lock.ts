import type { Queryable, Transaction } from "@db/client";
import { type Account, collectionPurchases } from "@db/schema";
import { one } from "@db/one";
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { lockAccount } from "../../people/accounts/accounts";
import { isCodeFreeFor } from "../discounts/discount-codes";
import { openingStatuses } from "../../core/bought";
import { isOfItem, itemOf } from "./item";
import type { Purchase } from "./transitions";

export type LockedPurchase = {
  purchase: Purchase;
  account: Account | null;
  isCodeFree: boolean;
};

/** Locks account, discount code (of a purchase that may be revived), purchase, in this order; payments come after. */
export async function lockPurchase(tx: Transaction, purchaseId: string): Promise<LockedPurchase | null> {
  const isIt = eq(collectionPurchases.id, purchaseId);
  const [buyer] = await tx.select().from(collectionPurchases).where(isIt);
  if (!buyer) return null;
  const account = await lockAccount(tx, buyer.userId ? { id: buyer.userId } : { email: buyer.customerEmail });
  // What was read before the lock may have changed.
  const read = one(await tx.select().from(collectionPurchases).where(isIt), "purchase");
  const isDead = read.status === "failed" || read.status === "cancelled";
  const isCodeFree = !isDead || (await isCodeFreeFor(tx, read));
  const purchase = one(await tx.select().from(collectionPurchases).where(isIt).for("update"), "purchase");
  const isTheirs = account && (purchase.userId === account.id || account.emailConfirmedAt !== null);
  return { purchase, account: isTheirs ? account : null, isCodeFree };
}

export async function assignToBuyer(tx: Transaction, { purchase, account }: LockedPurchase): Promise<Purchase> {
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

export async function hasAnother(tx: Transaction, { purchase, account }: LockedPurchase): Promise<boolean> {
  const isWaitingToo = and(
    isNull(collectionPurchases.userId),
    eq(sql`lower(${collectionPurchases.customerEmail})`, purchase.customerEmail.toLowerCase()),
  );
  const isTheirs = account ? or(eq(collectionPurchases.userId, account.id), isWaitingToo) : isWaitingToo;
  return (await tx.$count(collectionPurchases, and(opensTheSame(purchase), isTheirs))) > 0;
}

export async function isOwnedOtherwise(tx: Queryable, purchase: Purchase): Promise<boolean> {
  const { userId } = purchase;
  if (!userId) return false;
  return (
    (await tx.$count(collectionPurchases, and(opensTheSame(purchase), eq(collectionPurchases.userId, userId)))) > 0
  );
}

const opensTheSame = (purchase: Purchase) =>
  and(
    ne(collectionPurchases.id, purchase.id),
    isOfItem(itemOf(purchase)),
    inArray(collectionPurchases.status, [...openingStatuses]),
    isNull(collectionPurchases.archivedAt),
  );
