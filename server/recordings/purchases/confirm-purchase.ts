import { and, eq, isNotNull } from "drizzle-orm";
import { payments } from "@db/schema";
import { settlePayment } from "../../payments/settle";
import { pageRequest } from "../../payments/stripe-failure";
import type { Context } from "../../core/context";
import { getPurchaseReturn } from "./get-purchase-return";
import type { PurchaseReturn } from "./schemas";

/**
 * Somebody came back from a purchase's payment page: Stripe is asked what became of it. Where it can't be asked, its
 * webhook will say. Throws not_found.
 */
export async function confirmPurchase(ctx: Context, { purchaseId }: { purchaseId: string }): Promise<PurchaseReturn> {
  const [open] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(eq(payments.purchaseId, purchaseId), eq(payments.state, "open"), isNotNull(payments.stripeCheckoutSessionId)),
    );
  if (open) {
    try {
      const checkout = await ctx.stripe.client.checkout.sessions.retrieve(
        open.stripeCheckoutSessionId!,
        {},
        pageRequest,
      );
      await settlePayment(ctx, checkout);
    } catch (error) {
      ctx.log.warn({ err: error, purchaseId }, "the purchase waits for Stripe's word");
    }
  }
  return getPurchaseReturn(ctx, { purchaseId });
}
