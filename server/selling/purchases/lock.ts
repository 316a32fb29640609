import type { Queryable, Transaction } from "@db/client";
import { type Account, bookingPayers, paysFor, purchases, sessionBookings } from "@db/schema";
import { one } from "@db/one";
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { lockAccount } from "../../accounts/accounts";
import { isCodeFreeFor } from "../../catalogue/discounts/discount-codes";
import { freeAt } from "../../platform/money/session-price";
import { requireProductOf } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { lockProduct } from "../../catalogue/products/lock";
import { readProductPricing } from "../../catalogue/products/product-prices";
import { openingStatuses, whereBoughtFor } from "../../catalogue/entitlements/bought";
import { lockSessions } from "../../catalogue/schedule/find-session";
import { isOwnedOnce } from "./item";
import type { Purchase } from "./transitions";

export type LockedPurchase = {
  purchase: Purchase;
  account: Account | null;
  isCodeFree: boolean;
  /** Whether the rate at which it was bought still has one left, where it may be revived. */
  isRateFree: boolean;
};

/**
 * Locks sessions (of a course's dates), account, address (of a pass's buyer), product
 * and discount code (of a purchase that may be revived), purchase, in this order; payments come after.
 */
export async function lockPurchase(tx: Transaction, purchaseId: string): Promise<LockedPurchase | null> {
  const condition = eq(purchases.id, purchaseId);
  const [buyer] = await tx.select().from(purchases).where(condition);
  if (!buyer) return null;
  if (kinds[buyer.productKind].isOnDates) await lockDates(tx, purchaseId);
  const account = await lockAccount(tx, buyer.userId ? { id: buyer.userId } : { email: buyer.customerEmail });
  if (kinds[buyer.productKind].isBoundToAddress) await lockAddress(tx, buyer.customerEmail);
  // What was read before the lock may have changed.
  const read = one(await tx.select().from(purchases).where(condition), "purchase");
  const isDead = read.status === "failed" || read.status === "cancelled";
  const isRateFree = !isDead || (await isRateFreeFor(tx, read));
  const isCodeFree = !isDead || (await isCodeFreeFor(tx, read));
  const purchase = one(await lockPurchases(tx, condition), "purchase");
  const isTheirs = account && (purchase.userId === account.id || account.emailConfirmedAt !== null);
  return { purchase, account: isTheirs ? account : null, isCodeFree, isRateFree };
}

/** Locks the product of a purchase at a rate, and returns whether one is left at it. */
async function isRateFreeFor(tx: Transaction, { productId, priceRateId }: Purchase): Promise<boolean> {
  if (priceRateId === null) return true;
  await lockProduct(tx, productId);
  const { priceRates } = await readProductPricing(tx, await requireProductOf(tx, { productId }));
  const rate = priceRates.find(({ id }) => id === priceRateId);
  return rate === undefined || freeAt(rate) !== 0;
}

/** Throws busy if a date has been moved to another session meanwhile: sessions are locked in the order of their ids. */
async function lockDates(tx: Transaction, purchaseId: string): Promise<void> {
  const readIds = async () => {
    const rows = await tx
      .select({ id: sessionBookings.sessionId })
      .from(bookingPayers)
      .innerJoin(sessionBookings, paysFor)
      .where(eq(bookingPayers.purchaseId, purchaseId));
    return rows.map(({ id }) => id);
  };
  const locked = await lockSessions(tx, await readIds());
  const isMoved = (await readIds()).some((id) => !locked.has(id));
  if (isMoved) throw new DomainError("busy", "That did not go through. Please try again.");
}

/**
 * Makes purchases with one address wait for each other, whether an account has it or not: there is no row to lock for
 * a guest. Call it after locking the account.
 */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${addressLocks}::int, hashtext(${normalEmail(email)}))`);
}

/** The first half of the advisory lock key. */
const addressLocks = 0x6272_0a01;

/** Locks purchases of an account that the caller has locked. */
export const lockPurchases = (tx: Transaction, condition: SQL | undefined): Promise<Purchase[]> =>
  tx.select().from(purchases).where(condition).orderBy(asc(purchases.id)).for("update");

/** Locks what was bought with an address before it had an account, the oldest first. The account is locked. */
export const lockUnclaimed = (tx: Transaction, email: string): Promise<Purchase[]> =>
  tx.select().from(purchases).where(isUnclaimed(email)).orderBy(asc(purchases.createdAt)).for("update");

const isUnclaimed = (email: string): SQL | undefined =>
  and(isNull(purchases.userId), eq(sql`lower(${purchases.customerEmail})`, email.toLowerCase()));

export async function assignToBuyer(tx: Transaction, { purchase, account }: LockedPurchase): Promise<Purchase> {
  if (purchase.userId || !account) return purchase;
  return one(
    await tx.update(purchases).set({ userId: account.id }).where(eq(purchases.id, purchase.id)).returning(),
    "purchase",
  );
}

export async function hasAnother(tx: Transaction, { purchase, account }: LockedPurchase): Promise<boolean> {
  const isWaitingToo = isUnclaimed(purchase.customerEmail);
  const isTheirs = or(
    isWaitingToo,
    account ? eq(purchases.userId, account.id) : undefined,
    // A first offer is for each address once.
    kinds[purchase.productKind].isBoundToAddress ? whereBoughtFor(purchase.customerEmail) : undefined,
  );
  return (await tx.$count(purchases, and(opensTheSame(tx, purchase), isTheirs))) > 0;
}

export async function isOwnedOtherwise(tx: Queryable, purchase: Purchase): Promise<boolean> {
  const { userId } = purchase;
  if (!userId) return false;
  return (await tx.$count(purchases, and(opensTheSame(tx, purchase), eq(purchases.userId, userId)))) > 0;
}

const opensTheSame = (db: Queryable, purchase: Purchase) =>
  and(
    isOwnedOnce(db),
    ne(purchases.id, purchase.id),
    eq(purchases.productId, purchase.productId),
    inArray(purchases.status, [...openingStatuses]),
    isNull(purchases.archivedAt),
  );
