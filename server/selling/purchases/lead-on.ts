import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { endOfHold, startCheckout } from "../../payments/checkout";
import type { Product } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { purchaseCancelPath, purchaseReturnPath } from "../../catalogue/products/paths";
import type { Purchase } from "./transitions";

const paymentFailures = {
  noPage: "There was a problem creating your checkout session. Please try again.",
  noAddress: "No response data received from checkout function.",
};

/** Where the buyer goes on: a payment page, or a page of the site. */
export type BegunPurchase = { next: string; purchaseId: string };

/** Returns where a stored purchase goes on: to its payment page, or to what was bought. Throws payment_provider_failed. */
export async function leadOn(
  ctx: Context,
  product: Product,
  purchase: Purchase,
  cancelPath = purchaseCancelPath,
): Promise<BegunPurchase> {
  const { id: purchaseId, status } = purchase;
  if (status === "pending") return { next: await payForPurchase(ctx, product, purchase, cancelPath), purchaseId };
  if (status === "failed") throw new DomainError("payment_provider_failed", paymentFailures.noPage);
  return { next: purchaseReturnPath(product, purchaseId), purchaseId };
}

/** Returns the address of the payment page of a purchase. If Stripe fails, throws payment_provider_failed. */
function payForPurchase(
  ctx: Context,
  product: Product,
  purchase: Purchase,
  cancelPath: typeof purchaseCancelPath,
): Promise<string> {
  const { siteUrl } = ctx.settings;
  const page = {
    product: { name: purchase.productTitle, description: kinds[purchase.productKind].checkoutText },
    quantity: 1,
    email: purchase.customerEmail,
    closesAt: endOfHold(purchase),
    successUrl: siteUrl + purchaseReturnPath(product, purchase.id),
    cancelUrl: siteUrl + cancelPath(product, purchase.id),
  };
  return startCheckout(ctx, { kind: "purchase", id: purchase.id }, page, paymentFailures);
}
