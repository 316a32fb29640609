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

export function setStatus(ctx: MemberContext, { kind, id, ...change }: StatusChange): Promise<StatusOutcome> {
  if (kind === "booking") return setBookingStatus(ctx, { ...change, bookingId: id });
  return setPurchaseStatus(ctx, { ...change, purchaseId: id });
}

export const syncOrder = (services: Services, { kind, id }: OrderRef): Promise<Reconciled> =>
  reconcileAll(services, kind === "booking" ? { bookingId: id } : { purchaseId: id });

/** Per press of the button; a scheduled job does the rest. */
const batchSize = 200;
const concurrency = 4;

type SyncedPending = { looked: number; updated: number; failed: number };

/** Stops when Stripe is unreachable. Throws payment_provider_failed if nothing could be reconciled. */
export async function syncPending(services: Services): Promise<SyncedPending> {
  const open = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, "open"), eq(payments.provider, "stripe")))
    .orderBy(asc(payments.createdAt))
    .limit(batchSize);
  const done = { looked: open.length, updated: 0, failed: 0 };
  for (let from = 0; from < open.length; from += concurrency) {
    const round = open.slice(from, from + concurrency);
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
    services.log.warn({ err: error, paymentId }, "payment not reconciled with Stripe");
    return isUnavailable(error) ? "unavailable" : "failed";
  }
}
