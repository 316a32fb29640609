import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { disputes, payments, refunds } from "@db/schema";
import { sumMinor } from "../../core/money";
import { isPaymentOf, type PayableRef, payableRefOf } from "./payable-ref";

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;

export type PaidPayment = {
  payment: Payment;
  returnedMinor: number;
  returningMinor: number;
  /** The part taken by an open or lost dispute, which can't be refunded. */
  takenByBankMinor: number;
};

export async function listPaid(db: Queryable, cause: PayableRef): Promise<PaidPayment[]> {
  const paid = await db
    .select()
    .from(payments)
    .where(isPaidFor(cause))
    .orderBy(...refundOrder);
  return withRefunds(db, paid);
}

export const isPaidFor = (cause: PayableRef): SQL | undefined => and(isPaymentOf(cause), eq(payments.state, "paid"));

/** The order in which payments are refunded: gift cards get back what they paid, then the others, the oldest first. */
export const refundOrder = [desc(sql`${payments.provider} = 'gift_card'`), asc(payments.createdAt), asc(payments.id)];

/** Returns which of the bookings have money left that can be refunded. */
export async function findRefundable(db: Queryable, bookingIds: string[]): Promise<Set<string>> {
  const isPaid = and(inArray(payments.bookingId, bookingIds), eq(payments.state, "paid"));
  const paid = await withRefunds(db, await db.select().from(payments).where(isPaid));
  return new Set(paid.flatMap((part) => (leftOf(part) > 0 && part.payment.bookingId) || []));
}

/** Returns whether all that was paid went back; false if nothing was paid. */
export const isAllReturned = (paid: PaidPayment[]): boolean =>
  paid.length > 0 && paid.every(({ payment, returnedMinor }) => returnedMinor >= payment.amountMinor);

export const leftOf = ({ payment, returnedMinor, returningMinor, takenByBankMinor }: PaidPayment): number =>
  Math.max(0, payment.amountMinor - returnedMinor - returningMinor - takenByBankMinor);

/** Splits an amount over what is left of the payments, in their order. */
export function splitOver(paid: PaidPayment[], wantedMinor: number): { payment: Payment; amountMinor: number }[] {
  let restMinor = wantedMinor;
  return paid.flatMap((part) => {
    const amountMinor = Math.min(restMinor, leftOf(part));
    restMinor -= amountMinor;
    return amountMinor > 0 ? [{ payment: part.payment, amountMinor }] : [];
  });
}

/** Dispute statuses while the bank has the money; an inquiry takes none. */
const heldByBankStatuses = ["needs_response", "under_review", "appeal_needs_response", "appeal_under_review", "lost"];

export const takenByBank = (all: Pick<typeof disputes.$inferSelect, "status" | "amountMinor">[]): number =>
  all
    .filter(({ status }) => heldByBankStatuses.includes(status))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

export async function withRefunds(db: Queryable, paid: Payment[]): Promise<PaidPayment[]> {
  if (paid.length === 0) return [];
  const ids = paid.map(({ id }) => id);
  const back = await db.select().from(refunds).where(inArray(refunds.paymentId, ids));
  const disputed = await db.select().from(disputes).where(inArray(disputes.paymentId, ids));
  return sumUp(paid, { refunds: back, disputes: disputed });
}

export const paidPaymentsIn = (
  { payments, ...books }: Books & { payments: Payment[] },
  cause: PayableRef,
): PaidPayment[] =>
  sumUp(
    payments.filter((payment) => payment.state === "paid" && payableRefOf(payment).id === cause.id),
    books,
  );

type Books = { refunds: Refund[]; disputes: (typeof disputes.$inferSelect)[] };

function sumUp(paid: Payment[], { refunds: back, disputes: disputed }: Books): PaidPayment[] {
  return paid.map((payment) => {
    const sumOf = (state: Refund["state"]) =>
      sumMinor(back.filter((refund) => refund.paymentId === payment.id && refund.state === state));
    const takenByBankMinor = takenByBank(disputed.filter(({ paymentId }) => paymentId === payment.id));
    return { payment, returnedMinor: sumOf("succeeded"), returningMinor: sumOf("pending"), takenByBankMinor };
  });
}
