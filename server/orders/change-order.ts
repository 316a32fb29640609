import { payments } from "@db/schema";
import { and, asc, eq } from "drizzle-orm";
import { setBookingStatus } from "../bookings/set-booking-status";
import type { MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { reconcileAll, type Reconciled, reconcilePayment } from "../payments/reconcile-payment";
import type { StatusOutcome } from "../payments/schemas";
import { isUnavailable, syncForPage } from "../payments/stripe-failure";
import { setPurchaseStatus } from "../recordings/purchases/set-purchase-status";
import type { OrderRef, StatusChange } from "./schemas";

/** Gives an order another status by hand. Throws as the two verbs do. */
export function setStatus(ctx: MemberContext, { kind, id, ...change }: StatusChange): Promise<StatusOutcome> {
  if (kind === "booking") return setBookingStatus(ctx, { ...change, bookingId: id });
  return setPurchaseStatus(ctx, { ...change, purchaseId: id });
}

/** Reconciles all payments of an order with Stripe. Throws whatever Stripe throws when it can't be asked. */
export const syncOrder = (services: Services, { kind, id }: OrderRef): Promise<Reconciled> =>
  reconcileAll(services, kind === "booking" ? { bookingId: id } : { purchaseId: id });

/** What one press of the button asks about; the schedule asks about the rest. */
const most = 200;
/** Stripe is asked about so many at a time. */
const atOnce = 4;

type SyncedPending = { looked: number; updated: number; failed: number };

/**
 * Asks Stripe about every payment that is open, the oldest first. One that can't be asked about is counted and leaves
 * the others alone; when Stripe can't be reached for any of a round, the rest is not asked about. Throws
 * payment_provider_failed where none could be.
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
    const round = open.slice(from, from + atOnce);
    const outcomes = await Promise.all(round.map(({ id }) => syncOne(services, id, done)));
    if (outcomes.some((outcome) => outcome !== "unavailable")) continue;
    done.failed = done.looked - (from + round.length) + done.failed;
    break;
  }
  if (done.looked > 0 && done.failed === done.looked) {
    throw new DomainError("payment_provider_failed", "Failed to sync with Stripe. Please try again.");
  }
  return done;
}

type Outcome = "asked" | "failed" | "unavailable";

async function syncOne(services: Services, paymentId: string, done: SyncedPending): Promise<Outcome> {
  try {
    if ((await syncForPage(() => reconcilePayment(services, paymentId))).updated) done.updated += 1;
    return "asked";
  } catch (error) {
    done.failed += 1;
    services.log.warn({ err: error, paymentId }, "a payment could not be synchronized");
    return isUnavailable(error) ? "unavailable" : "failed";
  }
}
