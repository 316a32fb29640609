import { and, eq } from "drizzle-orm";
import { payments } from "@db/schema";
import { reconcilePayment, type Reconciled } from "../../payments/reconcile-payment";
import type { Services } from "../../core/services";
import { requireAttendee } from "./lock-attendee";

/**
 * Asks Stripe about everything that was to be paid for a booking, and takes its word. Throws not_found, and whatever
 * Stripe throws when it can't be asked.
 */
export async function syncAttendee(services: Services, { bookingId }: { bookingId: string }): Promise<Reconciled> {
  await requireAttendee(services.db, bookingId);
  const atStripe = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.provider, "stripe")))
    .orderBy(payments.createdAt);
  const answers: Reconciled[] = [];
  for (const { id } of atStripe) answers.push(await reconcilePayment(services, id));
  return {
    updated: answers.some(({ updated }) => updated),
    alreadyPaid: answers.some(({ alreadyPaid }) => alreadyPaid),
  };
}
