import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { fraudWarnings, payments, purchases } from "@db/schema";
import { type Currency, formatAmount } from "../core/money";
import { incomeMinor } from "./counted-income";
import { joinedDispute, leftOf, withRefunds } from "./paid-payments";
import { isPaymentOfAny, payableRefOf } from "./payable-ref";
import type { DisputeState } from "./schemas";

/** Amounts in minor units of the currency in which it was paid. */
export type OrderMoney = {
  currency: Currency;
  /** What can be refunded. */
  leftMinor: number;
  /** What Insights count of it. */
  incomeMinor: number;
  returnedMinor: number;
  returningMinor: number;
  byHandMinor: number;
  takenByBankMinor: number;
  dispute: DisputeState | null;
  hasFraudWarning: boolean;
};

export async function readMoney(db: Queryable, refs: { id: string }[]): Promise<Map<string, OrderMoney>> {
  const rows = await db
    .select({ payment: payments, isSuspect, incomeMinor })
    .from(payments)
    .leftJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(and(eq(payments.state, "paid"), isPaymentOfAny(refs.map(({ id }) => id))));
  const paid = await withRefunds(
    db,
    rows.map(({ payment }) => payment),
  );
  const byOrder = new Map<string, OrderMoney>();
  for (const [index, part] of paid.entries()) {
    const { id } = payableRefOf(part.payment);
    const money = byOrder.get(id) ?? { ...nothing, currency: part.payment.currency };
    byOrder.set(id, money);
    money.hasFraudWarning ||= rows[index]?.isSuspect ?? false;
    money.leftMinor += leftOf(part);
    money.incomeMinor += rows[index]?.incomeMinor ?? 0;
    money.returnedMinor += part.returnedMinor;
    money[part.payment.provider === "outside" ? "byHandMinor" : "returningMinor"] += part.returningMinor;
    money.takenByBankMinor += part.takenByBankMinor;
    money.dispute = joinedDispute([money, part]);
  }
  return byOrder;
}

type PaidBooking = { id: string; coursePurchaseId: string | null };

/** Returns the money of each booking; what was paid for a course is that of each of its dates. */
export async function readBookingMoney(db: Queryable, bookings: PaidBooking[]): Promise<Map<string, OrderMoney>> {
  const payers = bookings.map(({ id, coursePurchaseId }) => ({ id: coursePurchaseId ?? id }));
  const money = await readMoney(db, payers);
  return new Map(
    bookings.flatMap(({ id }, index) => {
      const found = money.get(payers[index]?.id ?? id);
      return found ? [[id, found] as const] : [];
    }),
  );
}

const nothing = {
  leftMinor: 0,
  incomeMinor: 0,
  returnedMinor: 0,
  returningMinor: 0,
  byHandMinor: 0,
  takenByBankMinor: 0,
  dispute: null,
  hasFraudWarning: false,
};

const isSuspect = sql<boolean>`exists (select 1 from ${fraudWarnings} where ${fraudWarnings.paymentId} = ${payments.id})`;

/** Returns the status that every screen shows: that a payment is disputed, or else its own. */
export const shownStatus = (status: string, money: Pick<OrderMoney, "dispute"> | undefined): string =>
  money?.dispute ?? status;

/** What the screens call the state of a dispute. */
export const disputeLabels: Record<DisputeState, string> = { disputed: "Disputed", dispute_lost: "Dispute lost" };

type Standing = { status: string; isRefundWaived: boolean };

/** Says in a few words what has become of the money of an order. */
export function moneyNotes(money: OrderMoney | undefined, { status, isRefundWaived }: Standing): string[] {
  if (!money) return [];
  const { hasFraudWarning, currency, returnedMinor, returningMinor, byHandMinor, leftMinor, takenByBankMinor } = money;
  const amount = (amountMinor: number) => formatAmount({ amountMinor, currency });
  return [
    returnedMinor > 0 && status !== "refunded" && `${amount(returnedMinor)} refunded`,
    returningMinor > 0 && `${amount(returningMinor)} on its way back`,
    takenByBankMinor > 0 && `${amount(takenByBankMinor)} taken back by the bank`,
    byHandMinor > 0 && `${amount(byHandMinor)} to refund yourself`,
    hasFraudWarning && leftMinor > 0 && returnedMinor === 0 && "Fraud warning: a refund may avoid a dispute",
    isRefundWaived && leftMinor > 0 && `${amount(leftMinor)} kept`,
  ].filter((note) => note !== false);
}
