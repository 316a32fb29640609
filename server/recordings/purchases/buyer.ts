import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { collectionPurchases } from "@db/schema";
import { openingStatuses } from "../access";
import type { LockedPurchase } from "./lock-purchase";
import type { Purchase } from "./transitions";

/** Gives a purchase that waited for an account to that account, where there is one by now. */
export async function giveToBuyer(tx: Transaction, { purchase, account }: LockedPurchase): Promise<Purchase> {
  if (purchase.userId || !account) return purchase;
  const [given] = await tx
    .update(collectionPurchases)
    .set({ userId: account.id })
    .where(eq(collectionPurchases.id, purchase.id))
    .returning();
  return given!;
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
