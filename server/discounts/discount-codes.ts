import type { Queryable, Transaction } from "@db/client";
import { present } from "../core/errors";
import { collectionPurchases, discountCodes, type DiscountTerms, sessionBookings } from "@db/schema";
import { and, count, eq, inArray, isNotNull, ne, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

export async function findCode(db: Queryable, code: string): Promise<DiscountCode | null> {
  const [found] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return found ?? null;
}

export type DiscountCode = typeof discountCodes.$inferSelect;

/** Locks a code: all who redeem it wait here. Comes after the session and before the booking. */
export async function lockCode(tx: Transaction, code: string): Promise<DiscountCode | null> {
  const [found] = await tx.select().from(discountCodes).where(eq(discountCodes.code, code)).for("no key update");
  return found ?? null;
}

export const liveStatuses = ["pending", "paid", "free"] as const;

/** Counts live bookings and purchases; there is no stored counter. `except` does not count. */
export async function countUses(db: Queryable, code: string, except?: string): Promise<number> {
  return (await countUsesOf(db, [code], except)).get(code) ?? 0;
}

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

export const termsOf = (code: DiscountCode): DiscountTerms =>
  code.discountType === "percentage"
    ? { type: "percentage", percentage: present(code.discountPercentage, "a percentage") }
    : {
        type: "fixed_amount",
        amountMinor: present(code.discountAmountMinor, "an amount"),
        currency: present(code.discountCurrency, "a currency"),
      };
