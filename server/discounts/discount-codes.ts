import type { Queryable, Transaction } from "@db/client";
import { present } from "../core/errors";
import { collectionPurchases, discountCodes, type DiscountTerms, sessionBookings } from "@db/schema";
import { and, count, eq, inArray, isNotNull, ne, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

/** A code, trimmed and in upper case as codes are kept. */
export async function findCode(db: Queryable, code: string): Promise<DiscountCode | null> {
  const [found] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return found ?? null;
}

export type DiscountCode = typeof discountCodes.$inferSelect;

/**
 * Locks a code's row until the transaction ends: all who redeem it queue here, whatever the session. Comes
 * after the session's row and before the booking's. Null where there is no such code (any more).
 */
export async function lockCode(tx: Transaction, code: string): Promise<DiscountCode | null> {
  const [found] = await tx.select().from(discountCodes).where(eq(discountCodes.code, code)).for("no key update");
  return found ?? null;
}

/** A purchase in one of these keeps its code; all others have given it back. */
export const liveStatuses = ["pending", "paid", "free"] as const;

/**
 * How many live bookings and purchases use a code: a cancelled one has given it back. There is no stored counter.
 * `except` is a booking or a purchase that does not count.
 */
export async function countUses(db: Queryable, code: string, except?: string): Promise<number> {
  return (await countUsesOf(db, [code], except)).get(code) ?? 0;
}

/** The same for many codes, by one query; a code that nothing uses is not in the answer. */
export async function countUsesOf(db: Queryable, codes: string[], except?: string): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const isBooking = and(
    inArray(sessionBookings.appliedDiscountCode, codes),
    ne(sessionBookings.status, "cancelled"),
    except ? ne(sessionBookings.id, except) : undefined,
  );
  const isPurchase = and(
    inArray(collectionPurchases.appliedDiscountCode, codes),
    inArray(collectionPurchases.status, [...liveStatuses]),
    except ? ne(collectionPurchases.id, except) : undefined,
  );
  const counted = await unionAll(usesIn(db, sessionBookings, isBooking), usesIn(db, collectionPurchases, isPurchase));
  const uses = new Map<string, number>();
  for (const { code, live } of counted) uses.set(code, (uses.get(code) ?? 0) + live);
  return uses;
}

const usesIn = (db: Queryable, table: typeof sessionBookings | typeof collectionPurchases, isLive: SQL | undefined) =>
  db
    .select({ code: sql<string>`${table.appliedDiscountCode}`, live: count().as("live") })
    .from(table)
    .where(and(isNotNull(table.appliedDiscountCode), isLive))
    .groupBy(table.appliedDiscountCode);

/** What a code gives, as bookings keep it. The table's own check sees to it that the columns are there. */
export const termsOf = (code: DiscountCode): DiscountTerms =>
  code.discountType === "percentage"
    ? { type: "percentage", percentage: present(code.discountPercentage, "a percentage") }
    : {
        type: "fixed_amount",
        amountMinor: present(code.discountAmountMinor, "an amount"),
        currency: present(code.discountCurrency, "a currency"),
      };
