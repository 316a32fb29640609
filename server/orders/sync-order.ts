import { and, eq } from "drizzle-orm";
import { payments } from "@db/schema";
import { reconcilePayment, type Reconciled } from "../payments/reconcile-payment";
import type { Services } from "../core/services";
import type { OrderRef } from "./schemas";

/**
 * Asks Stripe about everything that was to be paid for an order, and puts right what a lost message has left. Nothing
 * was found where it has no payment at Stripe. Throws whatever Stripe throws when it can't be asked.
 */
export async function syncOrder(services: Services, { kind, id }: OrderRef): Promise<Reconciled> {
  const isFor = kind === "booking" ? eq(payments.bookingId, id) : eq(payments.purchaseId, id);
  const own = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isFor, eq(payments.provider, "stripe")))
    .orderBy(payments.createdAt);
  const synced: Reconciled = { updated: false, alreadyPaid: false };
  for (const payment of own) {
    const { updated, alreadyPaid } = await reconcilePayment(services, payment.id);
    synced.updated ||= updated;
    synced.alreadyPaid ||= alreadyPaid;
  }
  return synced;
}
