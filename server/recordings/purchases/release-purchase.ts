import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { collectionPurchases, payments } from "@db/schema";
import { closeCheckout } from "../../payments/close-checkout";
import { isCompletedUnpaid } from "../../payments/completed-unpaid";
import type { Services } from "../../core/services";
import { cancelPurchase } from "./cancel-purchase";
import { giveUpUnpaid } from "./give-up-unpaid";
import { settlePurchase } from "./settle-purchase";

type Ending = { outcome?: "failed" | "cancelled"; also?: (tx: Transaction) => Promise<void> };

/**
 * Ends a purchase whose payment did not come: closes the payment page at Stripe first, and only when Stripe says that
 * it is closed unpaid is the purchase given up. If it has been paid meanwhile, the collection is opened. Does nothing
 * for a purchase that isn't pending; `also` is done with giving it up. Throws where Stripe can't be asked: the job tries again.
 */
export async function releasePurchase(
  services: Services,
  { purchaseId }: { purchaseId: string },
  ending: Ending = {},
): Promise<void> {
  const [found] = await services.db
    .select({ status: collectionPurchases.status, payment: payments })
    .from(collectionPurchases)
    .leftJoin(payments, eq(payments.purchaseId, collectionPurchases.id))
    .where(eq(collectionPurchases.id, purchaseId));
  if (found?.status !== "pending") return;
  const checkoutId = found.payment?.stripeCheckoutSessionId;
  const outcome = ending.outcome ?? "cancelled";
  if (checkoutId) {
    const checkout = await closeCheckout(services.stripe.client, checkoutId);
    if (checkout.payment_status === "paid") {
      return settlePurchase(services, { purchaseId, paymentId: found.payment!.id }, checkout);
    }
    if (checkout.status === "expired") {
      await cancelPurchase(services, purchaseId, outcome, checkout.id, ending.also);
      return;
    }
    if (isCompletedUnpaid(checkout)) {
      await giveUpUnpaid(services, { purchaseId, paymentId: found.payment!.id }, checkout.id, ending);
      return;
    }
    throw new Error(`checkout ${checkout.id} is ${checkout.status} and ${checkout.payment_status}`);
  }
  // No page was ever opened, or at least nobody was given its address.
  if (await cancelPurchase(services, purchaseId, outcome, null, ending.also)) return;
  await releasePurchase(services, { purchaseId }, ending);
}
