import { and, eq } from "drizzle-orm";
import { payments } from "@db/schema";
import type { Services } from "../core/services";
import type { Cause } from "./paid-payments";
import { reconcilePayment } from "./reconcile-payment";

/**
 * Closes the payment pages of what needs no payment any more. Where Stripe can't be asked, the schedule closes them
 * later; what is paid there meanwhile goes back.
 */
export async function closeOpenPages(services: Services, cause: Cause): Promise<void> {
  const isFor =
    "bookingId" in cause ? eq(payments.bookingId, cause.bookingId) : eq(payments.purchaseId, cause.purchaseId);
  const open = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isFor, eq(payments.state, "open")));
  for (const { id } of open) {
    try {
      await reconcilePayment(services, id);
    } catch (error) {
      services.log.warn({ err: error, paymentId: id }, "a payment page stays open until Stripe can be asked");
    }
  }
}
