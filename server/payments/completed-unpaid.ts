import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type Stripe from "stripe";
import type { Queryable, Transaction } from "@db/client";
import { payments } from "@db/schema";
import { isFor, type Cause } from "./paid-payments";

/**
 * Whether the customer has finished a payment page without paying: their bank has refused, or may still pay in some
 * days. Nothing is held for that.
 */
export const isCompletedUnpaid = ({ status, payment_status }: Stripe.Checkout.Session): boolean =>
  status === "complete" && payment_status !== "paid";

/** Whether something was once to be paid for by such a page, and that money has not come since. */
export async function wasCompletedUnpaid(db: Queryable, cause: Cause): Promise<boolean> {
  const isUnpaid = and(isNotNull(payments.completedUnpaidAt), ne(payments.state, "paid"));
  return (await db.$count(payments, and(isFor(cause), isUnpaid))) > 0;
}

/** Ends a payment whose page was finished without paying. It is asked about for some weeks, since it may still be paid. */
export async function noteCompletedUnpaid(
  tx: Transaction,
  { paymentId, checkoutId }: { paymentId: string; checkoutId: string },
  now: Date,
): Promise<void> {
  const isUnpaid = and(eq(payments.id, paymentId), ne(payments.state, "paid"));
  await tx
    .update(payments)
    .set({ completedUnpaidAt: now })
    .where(and(isUnpaid, isNull(payments.completedUnpaidAt)));
  await tx
    .update(payments)
    .set({ state: "failed", stripeCheckoutSessionId: checkoutId })
    .where(and(isUnpaid, eq(payments.state, "open")));
}
