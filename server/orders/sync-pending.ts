import { and, asc, eq } from "drizzle-orm";
import { payments } from "@db/schema";
import { DomainError } from "../errors";
import { reconcilePayment } from "../payments/reconcile-payment";
import type { Services } from "../services";

/** What one press of the button asks about; the schedule asks about the rest. */
const most = 200;
/** Stripe is asked about so many at a time. */
const atOnce = 4;

export type SyncedPending = { looked: number; updated: number; failed: number };

/**
 * Asks Stripe about every payment that is open, the oldest first. One that can't be asked about is counted and leaves
 * the others alone. Throws payment_provider_failed where none could be.
 */
export async function syncPending(services: Services): Promise<SyncedPending> {
  const open = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, "open"), eq(payments.provider, "stripe")))
    .orderBy(asc(payments.createdAt))
    .limit(most);
  const done = { looked: open.length, updated: 0, failed: 0 };
  for (let from = 0; from < open.length; from += atOnce) {
    await Promise.all(open.slice(from, from + atOnce).map(({ id }) => syncOne(services, id, done)));
  }
  if (done.looked > 0 && done.failed === done.looked) {
    throw new DomainError("payment_provider_failed", "Failed to sync with Stripe. Please try again.");
  }
  return done;
}

async function syncOne(services: Services, paymentId: string, done: SyncedPending): Promise<void> {
  try {
    if ((await reconcilePayment(services, paymentId)).updated) done.updated += 1;
  } catch (error) {
    done.failed += 1;
    services.log.warn({ err: error, paymentId }, "a payment could not be synchronized");
  }
}
