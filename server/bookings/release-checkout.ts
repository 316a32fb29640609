import { releaseHold } from "../payments/release-hold";
import { syncForPage } from "../payments/stripe-failure";
import type { Services } from "../core/services";

/**
 * The visitor came back from the payment page without paying: her place is free again at once. Where Stripe can't be
 * asked, the hold stays until its job has asked; the visitor is not to be bothered with that.
 */
export async function releaseCheckout(services: Services, { bookingId }: { bookingId: string }): Promise<void> {
  try {
    await syncForPage(() => releaseHold(services, bookingId));
  } catch (error) {
    services.log.warn({ err: error, bookingId }, "the hold stays until Stripe can be asked");
  }
}
