import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";

/** Only a purchase with one of these statuses opens what was bought. */
export const openingStatuses = ["paid", "free"] as const;

type Buyer = { id: string };

/** Finds what a member has bought, whether access has begun or not. */
export const whereBought = ({ id }: Buyer): SQL | undefined =>
  and(eq(purchases.userId, id), inArray(purchases.status, [...openingStatuses]), isNull(purchases.archivedAt));

/** Finds the purchases that open something to a member. */
const whereOpen = (buyer: Buyer): SQL | undefined => and(whereBought(buyer), isNull(purchases.opensAt));

/** Finds what a member has bought and waits for. */
export const whereWaiting = (buyer: Buyer): SQL | undefined => and(whereBought(buyer), isNotNull(purchases.opensAt));

/** Returns the ids of the products whose purchase is open. */
export async function ownedProducts(db: Queryable, userId: string): Promise<Set<string>> {
  const owned = await db
    .select({ productId: purchases.productId })
    .from(purchases)
    .where(whereOpen({ id: userId }));
  return new Set(owned.map(({ productId }) => productId));
}
