import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { collectionPurchases } from "@db/schema";
import type { MemberContext } from "../../core/context";
import type { CollectionName } from "../../core/collections";
import type { Purchase } from "./transitions";

/** A payment page that is open for less is not worth going back to. */
const worthwhileMinutes = 5;

/** The newest unpaid purchase of hers whose payment page will be open for a while. */
export async function findOpenPurchase(
  db: Queryable,
  { user, clock }: MemberContext,
  collection: CollectionName,
): Promise<Purchase | undefined> {
  const [open] = await db
    .select()
    .from(collectionPurchases)
    .where(
      and(
        eq(collectionPurchases.userId, user.id),
        eq(collectionPurchases.collection, collection),
        eq(collectionPurchases.status, "pending"),
        isNull(collectionPurchases.archivedAt),
        gt(collectionPurchases.holdUntil, new Date(clock.now().getTime() + worthwhileMinutes * 60_000)),
      ),
    )
    .orderBy(desc(collectionPurchases.createdAt))
    .limit(1);
  return open;
}
