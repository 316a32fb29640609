import { and, count, eq, inArray, ne } from "drizzle-orm";
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
  const bookings = db
    .select({ live: count().as("live") })
    .from(sessionBookings)
    .where(
      and(
        eq(sessionBookings.appliedDiscountCode, code),
        ne(sessionBookings.status, "cancelled"),
        except ? ne(sessionBookings.id, except) : undefined,
      ),
    );
  const purchases = db
    .select({ live: count().as("live") })
    .from(collectionPurchases)
    .where(
      and(
        eq(collectionPurchases.appliedDiscountCode, code),
        inArray(collectionPurchases.status, [...liveStatuses]),
        except ? ne(collectionPurchases.id, except) : undefined,
      ),
    );
  const counted = await unionAll(bookings, purchases);
  return counted.reduce((total, { live }) => total + live, 0);
}
