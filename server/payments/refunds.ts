import type { Queryable, Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { one } from "@db/one";
import { and, eq } from "drizzle-orm";
import { enqueueJob } from "../jobs/enqueue-job";
import { type Cause, isFor, leftOf, lockPaid, type Payment, type Refund } from "./paid-payments";

type Reason = Refund["reason"];

/**
 * Writes down that a payment goes back, whole or in part. Stripe's is sent by a job; one that was paid outside Stripe
 * stays pending until the instructor marks it as returned. `id` is the new row's, where a form has named it.
 */
export async function oweRefund(
  tx: Transaction,
  payment: Payment,
  { id, amountMinor, reason }: { id?: string; amountMinor: number; reason: Reason },
): Promise<Refund> {
  const refund = one(
    await tx
      .insert(refunds)
      .values({ id, paymentId: payment.id, amountMinor, currency: payment.currency, reason })
      .returning(),
    "refund",
  );
  if (payment.provider === "stripe") await enqueueJob(tx, "send-refund", { refundId: refund.id });
  return refund;
}

/** What goes back to a customer, of how much in minor units, and whether Stripe sends it or the instructor has to. */
export type OwedRefund = { refund: Refund; provider: Payment["provider"]; paidMinor: number };

/**
 * Owes back whatever is left of all that was paid for a booking or a purchase, which is locked. Returns nothing for
 * one that was free or whose refunds are all under way: calling it again owes nothing more.
 */
export async function refundAll(tx: Transaction, cause: Cause, reason: Reason): Promise<OwedRefund[]> {
  const owed: OwedRefund[] = [];
  for (const paid of await lockPaid(tx, cause)) {
    const amountMinor = leftOf(paid);
    if (amountMinor === 0) continue;
    const refund = await oweRefund(tx, paid.payment, { amountMinor, reason });
    owed.push({ refund, ...paidAs(paid.payment) });
  }
  return owed;
}

/** What mails say of the payment that a refund gives back. */
export const paidAs = ({ provider, amountMinor: paidMinor }: Payment) => ({ provider, paidMinor });

/** Tells whether money that came too late for a booking or a purchase goes back, or has gone. */
export async function hasLateRefund(db: Queryable, cause: Cause): Promise<boolean> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isFor(cause), eq(refunds.reason, "late_payment")))
    .limit(1);
  return found.length > 0;
}
