import type { Queryable } from "@db/client";
import { collectionPurchases, payments } from "@db/schema";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { isFreeOrder } from "../../money/quote";
import { hasLateRefund } from "../../payments/refunds";
import { settlePayment } from "../../payments/settle";
import { pageRequest } from "../../payments/stripe-failure";
import { wasCompletedUnpaid } from "../../payments/unpaid";
import type { PurchaseReturn } from "./schemas";
import { itemPath } from "../../core/paths";
import { itemOf } from "./item";
import { isOpening, type Purchase } from "./transitions";

/** Asks Stripe about a purchase after checkout; if it can't be asked, a webhook follows. Throws not_found. */
export async function confirmPurchase(ctx: Context, { purchaseId }: { purchaseId: string }): Promise<PurchaseReturn> {
  const [open] = await ctx.db
    .select({ checkoutId: sql<string>`${payments.stripeCheckoutSessionId}` })
    .from(payments)
    .where(
      and(eq(payments.purchaseId, purchaseId), eq(payments.state, "open"), isNotNull(payments.stripeCheckoutSessionId)),
    );
  if (open) {
    try {
      const checkout = await ctx.stripe.client.checkout.sessions.retrieve(open.checkoutId, {}, pageRequest);
      await settlePayment(ctx, checkout);
    } catch (error) {
      ctx.log.warn({ err: error, purchaseId }, "purchase not confirmed yet; waiting for Stripe's webhook");
    }
  }
  return getPurchaseReturn(ctx, { purchaseId });
}

/** Returns nothing personal, as the purchase's id is all that is needed. Throws not_found. */
export async function getPurchaseReturn(ctx: Context, { purchaseId }: { purchaseId: string }): Promise<PurchaseReturn> {
  const [purchase] = await ctx.db.select().from(collectionPurchases).where(eq(collectionPurchases.id, purchaseId));
  if (!purchase) throw new DomainError("not_found", "Purchase not found");
  return {
    item: itemOf(purchase),
    path: itemPath(purchase),
    state: await stateOf(ctx.db, purchase),
    isFree: isFreeOrder(purchase),
    buyer: !ctx.user ? "unknown" : ctx.user.id === purchase.userId ? "me" : "other",
  };
}

async function stateOf(db: Queryable, purchase: Purchase): Promise<PurchaseReturn["state"]> {
  if (isOpening(purchase)) return "unlocked";
  if (purchase.status === "pending") return "pending";
  if (await hasLateRefund(db, { purchaseId: purchase.id })) return "paid_twice";
  if (await wasCompletedUnpaid(db, { purchaseId: purchase.id })) return "unconfirmed";
  return purchase.status === "failed" || purchase.status === "cancelled" ? "unpaid" : "refunded";
}
