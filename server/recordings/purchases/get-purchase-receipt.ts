import { and, eq } from "drizzle-orm";
import { collectionPurchases } from "@db/schema";
import { DomainError } from "../../core/errors";
import { type Receipt, receiptOf } from "../../payments/receipt";
import type { MemberContext } from "../../core/context";
import { collectionTitle } from "../../core/collections";
import { wherePurchaseOf } from "./purchase-of";

/** The receipt of a member's own purchase. Throws not_found: also for another's, and where nothing was paid. */
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
      item: { title: collectionTitle(purchase.collection), details: ["Lifetime access to the whole series"] },
    },
  );
}
