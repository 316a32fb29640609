import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { disputes, payments, refunds } from "@db/schema";
import { sumMinor } from "../core/money";
import { type DisputeState, disputeStates } from "./schemas";
import { isPaymentOf, type PayableRef, payableRefOf } from "./payable-ref";

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type Dispute = typeof disputes.$inferSelect;

export type PaidPayment = {
  payment: Payment;
  returnedMinor: number;
  returningMinor: number;
  /** The part taken by an open or lost dispute, which can't be refunded. */
  takenByBankMinor: number;
  dispute: DisputeState | null;
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

/** Returns whether all that was paid went back; false if nothing was paid. */
export const isAllReturned = (paid: PaidPayment[]): boolean =>
  paid.length > 0 && paid.every(({ payment, returnedMinor }) => returnedMinor >= payment.amountMinor);

export const leftOf = ({ payment, returnedMinor, returningMinor, takenByBankMinor }: PaidPayment): number =>
  Math.max(0, payment.amountMinor - returnedMinor - returningMinor - takenByBankMinor);

/** Returns the part that would be left, had a bank not taken it. */
const openAtBank = ({ payment, returnedMinor, returningMinor, takenByBankMinor }: PaidPayment): number =>
  Math.max(0, Math.min(takenByBankMinor, payment.amountMinor - returnedMinor - returningMinor));

/** Returns the part over which a bank has still to decide. */
export const disputedOf = (part: PaidPayment): number => (part.dispute === "disputed" ? openAtBank(part) : 0);

/** Returns the part that a bank has given back to the customer for good. */
export const lostOf = (part: PaidPayment): number => (part.dispute === "dispute_lost" ? openAtBank(part) : 0);

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
export const heldByBankStatuses = [
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "lost",
];

/** Returns what every screen says of a payment with these disputes; null while no bank has taken money. */
function disputeStateOf(all: Pick<Dispute, "status">[]): DisputeState | null {
  const taken = all.filter(({ status }) => heldByBankStatuses.includes(status));
  if (taken.length === 0) return null;
  return taken.every(({ status }) => status === "lost") ? "dispute_lost" : "disputed";
}

/** Returns the state of several payments together: what is not decided comes first. */
export const joinedDispute = (parts: Pick<PaidPayment, "dispute">[]): DisputeState | null =>
  disputeStates.find((state) => parts.some(({ dispute }) => dispute === state)) ?? null;

export const takenByBank = (all: Pick<Dispute, "status" | "amountMinor">[]): number =>
  all
    .filter(({ status }) => heldByBankStatuses.includes(status))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

export async function withRefunds(db: Queryable, paid: Payment[]): Promise<PaidPayment[]> {
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

type Books = { refunds: Refund[]; disputes: Dispute[] };

function sumUp(paid: Payment[], { refunds: back, disputes: disputed }: Books): PaidPayment[] {
  return paid.map((payment) => {
    const sumOf = (state: Refund["state"]) =>
      sumMinor(back.filter((refund) => refund.paymentId === payment.id && refund.state === state));
    const own = disputed.filter(({ paymentId }) => paymentId === payment.id);
    return {
      payment,
      returnedMinor: sumOf("succeeded"),
      returningMinor: sumOf("pending"),
      takenByBankMinor: takenByBank(own),
      dispute: disputeStateOf(own),
    };
  });
}
