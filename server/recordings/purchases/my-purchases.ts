import { collectionPurchases, users } from "@db/schema";
import { and, desc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { longDay } from "../../core/dates";
import { itemTitle } from "../../core/collections";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { printTotal } from "../../money/quote";
import { type Receipt, receiptOf } from "../../payments/receipt";
import type { MyPurchase } from "./schemas";

export async function listMyPurchases({ db, user, settings }: MemberContext): Promise<MyPurchase[]> {
  const rows = await db
    .select()
    .from(collectionPurchases)
    .where(and(wherePurchaseOf(user), inArray(collectionPurchases.status, ["paid", "free", "refunded"])))
    .orderBy(desc(collectionPurchases.createdAt), desc(collectionPurchases.id));
  return rows.map((purchase) => ({
    id: purchase.id,
    title: itemTitle(purchase),
    date: longDay(purchase.completedAt ?? purchase.createdAt, settings.siteTimeZone),
    amount: printTotal(purchase),
    isRefunded: purchase.status === "refunded",
    receiptPath: `/user/purchases/${purchase.id}/receipt`,
  }));
}

export async function getPurchaseReceipt(ctx: MemberContext, { purchaseId }: { purchaseId: string }): Promise<Receipt> {
  const [purchase] = await ctx.db
    .select()
    .from(collectionPurchases)
    .where(and(eq(collectionPurchases.id, purchaseId), wherePurchaseOf(ctx.user)));
  if (!purchase) throw new DomainError("not_found", "Receipt not found");
  return receiptOf(
    ctx,
    { ...purchase, isFree: purchase.status === "free" },
    { purchaseId },
    {
      customer: { name: purchase.customerName, email: purchase.customerEmail },
      item: {
        title: itemTitle(purchase),
        details: [purchase.collection ? "Lifetime access to the whole series" : "Learning resource, yours to keep"],
      },
    },
  );
}

const wherePurchaseOf = (user: { id: string }) =>
  and(eq(collectionPurchases.userId, user.id), isNull(collectionPurchases.archivedAt));

export function whereEverBoughtBy(user: { id: string }): SQL | undefined {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(collectionPurchases.userId, user.id),
    and(isNull(collectionPurchases.userId), sql`lower(${collectionPurchases.customerEmail}) = ${confirmedEmail}`),
  );
}
