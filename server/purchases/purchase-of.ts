import { and, eq, isNull, type SQL } from "drizzle-orm";
import { collectionPurchases } from "@db/schema";

/** The purchases of a member, for a WHERE clause; those that the instructor has removed are in no list of hers. */
export const wherePurchaseOf = (user: { id: string }): SQL =>
  and(eq(collectionPurchases.userId, user.id), isNull(collectionPurchases.archivedAt))!;
