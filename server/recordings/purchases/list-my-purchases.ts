import { and, desc, inArray } from "drizzle-orm";
import { DateTime } from "luxon";
import { collectionPurchases } from "@db/schema";
import { printTotal } from "../../money/order-total";
import type { MemberContext } from "../../core/context";
import { collectionTitle } from "../../core/collections";
import { wherePurchaseOf } from "./purchase-of";
import type { MyPurchase } from "./schemas";

/** What a member has bought, newest first, also what was refunded; what she never paid for is no purchase to her. */
export async function listMyPurchases({ db, user, settings }: MemberContext): Promise<MyPurchase[]> {
  const rows = await db
    .select()
    .from(collectionPurchases)
    .where(and(wherePurchaseOf(user), inArray(collectionPurchases.status, ["paid", "free", "refunded"])))
    .orderBy(desc(collectionPurchases.createdAt), desc(collectionPurchases.id));
  return rows.map((purchase) => ({
    id: purchase.id,
    title: collectionTitle(purchase.collection),
    date: DateTime.fromJSDate(purchase.completedAt ?? purchase.createdAt, { zone: settings.siteTimeZone })
      .setLocale("en-US")
      .toFormat("LLLL d, yyyy"),
    amount: printTotal(purchase),
    isRefunded: purchase.status === "refunded",
    receiptPath: `/user/purchases/${purchase.id}/receipt`,
  }));
}
