import type { Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { asc, eq, type SQL } from "drizzle-orm";
import { isPaidFor, refundOrder, type PaidPayment, type Payment, type Refund, withRefunds } from "./paid-payments";
import type { PayableRef } from "./payable-ref";

/** Locks payments of orders that the caller has locked. */
export const lockPayments = (tx: Transaction, condition: SQL | undefined): Promise<Payment[]> =>
  tx.select().from(payments).where(condition).orderBy(asc(payments.id)).for("update");

/** Locks what was paid, so that no other call can refund it. */
export async function lockPaid(tx: Transaction, cause: PayableRef): Promise<PaidPayment[]> {
  const paid = await tx
    .select()
    .from(payments)
    .where(isPaidFor(cause))
    .orderBy(...refundOrder)
    .for("update");
  return withRefunds(tx, paid);
}

/** Locks a refund of a payment that the caller has locked. */
export async function lockRefund(tx: Transaction, refundId: string): Promise<Refund | undefined> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for("update");
  return refund;
}
