import { inTransaction } from "../core/transaction";
import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { noteCompletedUnpaid } from "../payments/completed-unpaid";
import type { Services } from "../core/services";
import { lockBooking } from "./lock";
import { releasePlace } from "./release";

/** A payment page of ours of which Stripe has said that it is closed unpaid. */
export type ClosedPage = {
  paymentId: string;
  checkoutId: string;
  /** The customer has finished without paying: her bank has refused, or may still pay in some days. */
  isComplete?: boolean;
};

/**
 * Gives a held place back, unless the booking is no longer pending. `closed` are its payment pages that Stripe has
 * closed; where another one is open, whose address somebody may have, the place stays held. A payment whose page
 * nobody was ever given the address of does not hold it. Who has finished without paying is told, as is the instructor.
 * `also` is done with it. Answers whether the place was given back.
 */
export async function cancelHold(
  services: Services,
  bookingId: string,
  outcome: "failed" | "cancelled",
  closed: ClosedPage[] = [],
  also: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  return inTransaction(services, async (tx) => {
    const locked = await lockBooking(tx, bookingId);
    if (!locked) return false;
    const open = await endClosedPages(tx, services, bookingId, closed);
    if (locked.booking.status !== "pending" || open.some(({ stripeCheckoutSessionId }) => stripeCheckoutSessionId)) {
      return false;
    }
    const unpaid = closed.find(({ isComplete }) => isComplete);
    await endPayments(tx, open, outcome);
    const completedPaymentId = unpaid?.paymentId ?? null;
    await releasePlace(tx, services, locked, { kind: "unpaid", outcome, completedPaymentId });
    await also(tx);
    return true;
  });
}

type Payment = typeof payments.$inferSelect;

/** Ends the attempts to pay whose page is closed, whatever the booking has become; answers those that are still open. */
async function endClosedPages(
  tx: Transaction,
  { clock }: Services,
  bookingId: string,
  closed: ClosedPage[],
): Promise<Payment[]> {
  for (const page of closed) if (page.isComplete) await noteCompletedUnpaid(tx, page, clock.now());
  const open = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.state, "open")))
    .for("update");
  const pageOf = ({ id, stripeCheckoutSessionId: known }: Payment) =>
    closed.find(({ paymentId, checkoutId }) => paymentId === id && (known === null || known === checkoutId));
  for (const payment of open) {
    const page = pageOf(payment);
    if (!page) continue;
    await tx
      .update(payments)
      .set({ state: "cancelled", stripeCheckoutSessionId: page.checkoutId })
      .where(eq(payments.id, payment.id));
  }
  return open.filter((payment) => !pageOf(payment));
}

async function endPayments(tx: Transaction, open: Payment[], state: "failed" | "cancelled"): Promise<void> {
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  await tx.update(payments).set({ state }).where(inArray(payments.id, ids));
}
