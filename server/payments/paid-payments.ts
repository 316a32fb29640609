import { and, asc, eq, inArray } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { disputes, payments, refunds } from "@db/schema";

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;

/** What was really paid for something once, and what has gone back of it, in minor units of the payment's currency. */
export type PaidPayment = {
  payment: Payment;
  /** Has gone back. */
  returnedMinor: number;
  /** Is on its way back. */
  returningMinor: number;
  /** Has the customer's bank, by a dispute that is open or lost: that part can't be refunded. */
  takenByBankMinor: number;
};

/** What something is paid for. */
export type Cause = { bookingId: string } | { purchaseId: string };

/** Returns what a payment is for. */
export function causeOf({ id, bookingId, purchaseId }: Payment): Cause {
  if (bookingId) return { bookingId };
  if (purchaseId) return { purchaseId };
  throw new Error(`payment ${id} is for nothing`);
}

/** Everything that was paid for something, the first payment first. */
export async function listPaid(db: Queryable, cause: Cause): Promise<PaidPayment[]> {
  return withRefunds(db, await paidOf(db, cause));
}

/** The same with the payments' rows locked: no other call can refund them until the transaction ends. */
export async function lockPaid(tx: Transaction, cause: Cause): Promise<PaidPayment[]> {
  return withRefunds(tx, await paidOf(tx, cause).for("update"));
}

/** Whether all that was paid for something has gone back; never where nothing was paid. */
export const isAllReturned = (paid: PaidPayment[]): boolean =>
  paid.length > 0 && paid.every(({ payment, returnedMinor }) => returnedMinor >= payment.amountMinor);

/** What can still be refunded of a payment, in its minor units. */
export const leftOf = ({ payment, returnedMinor, returningMinor, takenByBankMinor }: PaidPayment): number =>
  Math.max(0, payment.amountMinor - returnedMinor - returningMinor - takenByBankMinor);

/** Statuses of a dispute, in Stripe's words, while the money is with the customer's bank; an inquiry takes none. */
const bankHasIt = ["needs_response", "under_review", "appeal_needs_response", "appeal_under_review", "lost"];

/** What the customer's bank has taken back, in minor units. */
export const takenByBank = (all: Pick<typeof disputes.$inferSelect, "status" | "amountMinor">[]): number =>
  all.filter(({ status }) => bankHasIt.includes(status)).reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const paidOf = (db: Queryable, cause: Cause) =>
  db
    .select()
    .from(payments)
    .where(and(isFor(cause), eq(payments.state, "paid")))
    .orderBy(asc(payments.createdAt), asc(payments.id));

/** For a WHERE clause: the payments of something. */
export const isFor = (cause: Cause) =>
  "bookingId" in cause ? eq(payments.bookingId, cause.bookingId) : eq(payments.purchaseId, cause.purchaseId);

/** Payments, all of them paid, with what has gone back of each; in their order. Two queries. */
export async function withRefunds(db: Queryable, paid: Payment[]): Promise<PaidPayment[]> {
  if (paid.length === 0) return [];
  const ids = paid.map(({ id }) => id);
  const back = await db.select().from(refunds).where(inArray(refunds.paymentId, ids));
  const disputed = await db.select().from(disputes).where(inArray(disputes.paymentId, ids));
  return sumUp(paid, { refunds: back, disputes: disputed });
}

/** The same of what has been read already. */
export const paidPaymentsIn = ({ payments, ...books }: Books & { payments: Payment[] }, cause: Cause): PaidPayment[] =>
  sumUp(
    payments.filter((payment) => payment.state === "paid" && isPaymentFor(payment, cause)),
    books,
  );

const isPaymentFor = (payment: Payment, cause: Cause): boolean =>
  "bookingId" in cause ? payment.bookingId === cause.bookingId : payment.purchaseId === cause.purchaseId;

type Books = { refunds: Refund[]; disputes: (typeof disputes.$inferSelect)[] };

function sumUp(paid: Payment[], { refunds: back, disputes: disputed }: Books): PaidPayment[] {
  return paid.map((payment) => {
    const sumOf = (state: Refund["state"]) =>
      back
        .filter((refund) => refund.paymentId === payment.id && refund.state === state)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const takenByBankMinor = takenByBank(disputed.filter(({ paymentId }) => paymentId === payment.id));
    return { payment, returnedMinor: sumOf("succeeded"), returningMinor: sumOf("pending"), takenByBankMinor };
  });
}
