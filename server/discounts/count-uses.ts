import { and, count, inArray, isNotNull, ne, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { collectionPurchases, sessionBookings } from "@db/schema";

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
  for (const { code, live } of counted) uses.set(code!, (uses.get(code!) ?? 0) + live);
  return uses;
}

const usesIn = (db: Queryable, table: typeof sessionBookings | typeof collectionPurchases, isLive: SQL | undefined) =>
  db
    .select({ code: table.appliedDiscountCode, live: count().as("live") })
    .from(table)
    .where(and(isNotNull(table.appliedDiscountCode), isLive))
    .groupBy(table.appliedDiscountCode);
