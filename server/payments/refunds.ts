import type { Queryable, Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { one } from "@db/one";
import { and, eq, inArray } from "drizzle-orm";
import { enqueueJob } from "../platform/jobs/enqueue-job";
import { lockPaid } from "./lock";
import { leftOf, type Payment, type Refund, splitOver } from "./paid-payments";
import { isPaymentOf, type PayableRef } from "./payable-ref";

type Reason = Refund["reason"];

/** Records a refund; a job sends Stripe's, or gives it back to the gift card. One outside Stripe stays pending until the admin marks it as paid. */
export async function createRefund(
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
  if (payment.provider !== "outside") await enqueueJob(tx, "send-refund", { refundId: refund.id });
  return refund;
}

export type OwedRefund = { refund: Refund; provider: Payment["provider"]; paidMinor: number };

/** Refunds whatever is left of all payments of a locked order. Safe to repeat. */
export async function refundAll(tx: Transaction, cause: PayableRef, reason: Reason): Promise<OwedRefund[]> {
  const owed: OwedRefund[] = [];
  for (const paid of await lockPaid(tx, cause)) {
    const amountMinor = leftOf(paid);
    if (amountMinor === 0) continue;
    const refund = await createRefund(tx, paid.payment, { amountMinor, reason });
    owed.push({ refund, ...paidAs(paid.payment) });
  }
  return owed;
}

export async function refundPart(
  tx: Transaction,
  cause: PayableRef,
  wantedMinor: number,
  reason: Reason,
): Promise<OwedRefund[]> {
  const owed: OwedRefund[] = [];
  for (const { payment, amountMinor } of splitOver(await lockPaid(tx, cause), wantedMinor)) {
    const refund = await createRefund(tx, payment, { amountMinor, reason });
    owed.push({ refund, ...paidAs(payment) });
  }
  return owed;
}

/** Records that the letter on what was cancelled names these refunds, so that no other letter announces them. */
export async function markAnnounced(tx: Transaction, owed: OwedRefund[]): Promise<void> {
  if (owed.length === 0) return;
  const ids = owed.map(({ refund }) => refund.id);
  await tx.update(refunds).set({ reason: "cancelled" }).where(inArray(refunds.id, ids));
}

/** Returns whether the customer was told of a refund as it was made. */
export const isAnnounced = ({ reason }: Pick<Refund, "reason">): boolean =>
  reason === "cancelled" || reason === "late_payment";

export const paidAs = ({ provider, amountMinor: paidMinor }: Payment) => ({ provider, paidMinor });

export async function hasLateRefund(db: Queryable, cause: PayableRef): Promise<boolean> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isPaymentOf(cause), eq(refunds.reason, "late_payment")))
    .limit(1);
  return found.length > 0;
}
