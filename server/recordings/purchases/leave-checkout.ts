import { syncForPage } from "../../payments/stripe-failure";
import type { Services } from "../../core/services";
import { releasePurchase } from "./release-purchase";

/** The buyer came back from the payment page without paying. Where Stripe can't be asked, a job will ask. */
export async function leaveCheckout(services: Services, { purchaseId }: { purchaseId: string }): Promise<void> {
  try {
    await syncForPage(() => releasePurchase(services, { purchaseId }));
  } catch (error) {
    services.log.warn({ err: error, purchaseId }, "the purchase stays open until Stripe can be asked");
  }
}
