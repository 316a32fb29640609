import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { payments, sessionBookings } from "@db/schema";
import { cancelHold, type ClosedPage } from "../bookings/cancel-hold";
import type { Services } from "../core/services";
import { closeCheckout } from "./close-checkout";
import { isCompletedUnpaid } from "./completed-unpaid";
import { settleCheckout } from "./settle-checkout";

type Ending = { outcome?: "failed" | "cancelled"; also?: (tx: Transaction) => Promise<void> };

/**
 * Ends a hold whose payment did not come: closes its payment pages at Stripe first, and only when Stripe says that
 * they are closed unpaid is the place free again. If one has been paid meanwhile, the booking is completed. Does
 * nothing for a booking that isn't pending; `also` is done in the transaction that gives the place back. Throws where Stripe can't be asked: the hold stays, and the job tries
 * again.
 */
export async function releaseHold(services: Services, bookingId: string, ending: Ending = {}): Promise<void> {
  const { db, stripe } = services;
  const held = await db.query.sessionBookings.findFirst({ where: eq(sessionBookings.id, bookingId) });
  if (held?.status !== "pending") return;
  const open = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.state, "open")));
  const closed: ClosedPage[] = [];
  for (const { id, stripeCheckoutSessionId } of open) {
    // No page was ever opened, or at least nobody was given its address: reconciling finds and closes it.
    if (!stripeCheckoutSessionId) continue;
    const checkout = await closeCheckout(stripe.client, stripeCheckoutSessionId);
    if (checkout.payment_status === "paid") return settleCheckout(services, checkout);
    const isComplete = isCompletedUnpaid(checkout);
    if (!isComplete && checkout.status !== "expired") {
      throw new Error(`checkout ${checkout.id} is ${checkout.status} and ${checkout.payment_status}`);
    }
    closed.push({ paymentId: id, checkoutId: stripeCheckoutSessionId, isComplete });
  }
  const outcome = ending.outcome ?? (closed.some(({ isComplete }) => isComplete) ? "failed" : "cancelled");
  if (await cancelHold(services, bookingId, outcome, closed, ending.also)) return;
  await releaseHold(services, bookingId, ending); // another page was opened meanwhile, or somebody else was faster
}
