import { and, eq } from "drizzle-orm";
import { payments } from "@db/schema";
import { DomainError } from "../../core/errors";
import { closeCheckout } from "../../payments/close-checkout";
import { keepPage, openPage, type PageContent } from "../../payments/payment-page";
import type { Services } from "../../core/services";
import { purchaseCancelPath, purchaseReturnPath } from "../../core/paths";
import { collectionTitle } from "../../core/collections";
import { cancelPurchase } from "./cancel-purchase";
import type { Purchase } from "./transitions";

/** The specification's words for a payment page that could not be opened. */
export const checkoutFailed = "There was a problem creating your checkout session. Please try again.";
const noAnswer = "No response data received from checkout function.";

/**
 * Opens Stripe's payment page for a purchase and answers its address; the same one when called again. Where Stripe
 * fails, the purchase is given up and payment_provider_failed is thrown, in the words of the specification.
 */
export async function startPurchaseCheckout(services: Services, purchase: Purchase): Promise<string> {
  const [payment] = await services.db
    .select()
    .from(payments)
    .where(and(eq(payments.purchaseId, purchase.id), eq(payments.state, "open")));
  if (!payment) throw new DomainError("payment_provider_failed", checkoutFailed);
  if (payment.checkoutUrl) return payment.checkoutUrl;
  const checkout = await openPage(services, payment, contentOf(services, purchase));
  if (!checkout?.url) {
    await cancelPurchase(services, purchase.id, "failed");
    throw new DomainError("payment_provider_failed", checkout ? noAnswer : checkoutFailed);
  }
  if (await keepPage(services, payment, checkout)) return checkout.url;
  // The purchase was given up while Stripe was asked: nobody may pay for it.
  await closeCheckout(services.stripe.client, checkout.id);
  throw new DomainError("payment_provider_failed", checkoutFailed);
}

function contentOf({ settings: { siteUrl } }: Services, purchase: Purchase): PageContent {
  return {
    product: { name: collectionTitle(purchase.collection), description: "All recordings, lifetime access" },
    email: purchase.customerEmail,
    cause: { purchaseId: purchase.id },
    closesAt: purchase.holdUntil!,
    successUrl: siteUrl + purchaseReturnPath(purchase),
    cancelUrl: siteUrl + purchaseCancelPath(purchase),
  };
}
