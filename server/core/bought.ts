import { collectionPurchases } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";

/** Only a purchase with one of these statuses opens what was bought. */
export const openingStatuses = ["paid", "free"] as const;

type Buyer = { id: string };

/** Finds what a member has bought, whether access has begun or not. */
export const whereBought = ({ id }: Buyer): SQL | undefined =>
  and(
    eq(collectionPurchases.userId, id),
    inArray(collectionPurchases.status, [...openingStatuses]),
    isNull(collectionPurchases.archivedAt),
  );

/** Finds the purchases that open something to a member. */
export const whereOpen = (buyer: Buyer): SQL | undefined =>
  and(whereBought(buyer), isNull(collectionPurchases.opensAt));

/** Finds what a member has bought and waits for. */
export const whereWaiting = (buyer: Buyer): SQL | undefined =>
  and(whereBought(buyer), isNotNull(collectionPurchases.opensAt));
