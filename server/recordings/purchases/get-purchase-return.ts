import { and, eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { collectionPurchases, payments, refunds } from "@db/schema";
import { DomainError } from "../../core/errors";
import { wasCompletedUnpaid } from "../../payments/unpaid";
import { isFreeOrder } from "../../money/order-total";
import type { Context } from "../../core/context";
import type { PurchaseReturn } from "./schemas";
import { isOpening, type Purchase } from "./transitions";

/** How a purchase stands, for whoever has its unguessable id; nothing personal. Throws not_found. */
export async function getPurchaseReturn(ctx: Context, { purchaseId }: { purchaseId: string }): Promise<PurchaseReturn> {
  const [purchase] = await ctx.db.select().from(collectionPurchases).where(eq(collectionPurchases.id, purchaseId));
  if (!purchase) throw new DomainError("not_found", "Purchase not found");
  return {
    collection: purchase.collection,
    state: await stateOf(ctx.db, purchase),
    isFree: isFreeOrder(purchase),
    buyer: !ctx.user ? "nobody" : ctx.user.id === purchase.userId ? "me" : "somebody else",
  };
}

async function stateOf(db: Queryable, purchase: Purchase): Promise<PurchaseReturn["state"]> {
  if (isOpening(purchase)) return "unlocked";
  if (purchase.status === "pending") return "pending";
  if (await hasReturnedPayment(db, purchase.id)) return "paid_twice";
  if (await wasCompletedUnpaid(db, { purchaseId: purchase.id })) return "unconfirmed";
  return purchase.status === "failed" || purchase.status === "cancelled" ? "unpaid" : "refunded";
}

async function hasReturnedPayment(db: Queryable, purchaseId: string): Promise<boolean> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.purchaseId, purchaseId), eq(refunds.reason, "late_payment")))
    .limit(1);
  return found.length > 0;
}
