import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { balanceTransactions, payments, payouts } from "@db/schema";
import { formatAnyAmount } from "../../../core/money";
import { isPaymentOfAny, payableRefOf } from "../../../payments/payable-ref";
import type { OrderRef } from "../schemas";
import { arrivalOf } from "./list-payouts";
import { kindOf } from "./payout-sums";

/** Amounts in minor units of a currency of the account at Stripe, which may differ from the customer's. */
export type Fees = {
  currency: string;
  grossMinor: number;
  feeMinor: number;
  /** The part of the fees that was charged for a dispute. */
  disputeFeeMinor: number;
  netMinor: number;
};

export type OrderFees = { sums: Fees[]; payouts: { id: string; arrives: string; status: string }[] };

/** Returns what an order's payments, refunds and disputes brought at Stripe, where it is known. */
export async function readFees(db: Queryable, refs: Pick<OrderRef, "id">[]): Promise<Map<string, OrderFees>> {
  const orders = await ordersByIntent(
    db,
    refs.map(({ id }) => id),
  );
  const byOrder = new Map<string, OrderFees>();
  if (orders.size === 0) return byOrder;
  // Joined with the payments, all transactions would be read.
  const rows = await db
    .select({ movement: balanceTransactions, payout: payouts })
    .from(balanceTransactions)
    .leftJoin(payouts, eq(payouts.id, balanceTransactions.payoutId))
    .where(inArray(balanceTransactions.stripePaymentIntentId, [...orders.keys()]))
    .orderBy(asc(balanceTransactions.createdAt), asc(balanceTransactions.id));
  for (const { movement, payout } of rows) {
    const id = orders.get(movement.stripePaymentIntentId ?? "") ?? "";
    const fees = byOrder.get(id) ?? { sums: [], payouts: [] };
    byOrder.set(id, fees);
    addTo(fees.sums, { ...movement, disputeFeeMinor: kindOf(movement.category) === "dispute" ? movement.feeMinor : 0 });
    if (!payout || fees.payouts.some((known) => known.id === payout.id)) continue;
    fees.payouts.push({ id: payout.id, arrives: arrivalOf(payout), status: payout.status });
  }
  return byOrder;
}

async function ordersByIntent(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const paid = await db
    .select()
    .from(payments)
    .where(and(isNotNull(payments.stripePaymentIntentId), isPaymentOfAny(ids)));
  return new Map(paid.map((payment) => [payment.stripePaymentIntentId ?? "", payableRefOf(payment).id]));
}

/** Amounts of different currencies are never added. */
function addTo(sums: Fees[], { currency, grossMinor, feeMinor, disputeFeeMinor, netMinor }: Fees): void {
  const sum = sums.find((fees) => fees.currency === currency);
  if (!sum) {
    sums.push({ currency, grossMinor, feeMinor, disputeFeeMinor, netMinor });
    return;
  }
  sum.grossMinor += grossMinor;
  sum.feeMinor += feeMinor;
  sum.disputeFeeMinor += disputeFeeMinor;
  sum.netMinor += netMinor;
}

/** Returns "£18.00 less a fee of £0.47 is £17.53", for example. */
export const feesInWords = ({ currency, grossMinor, feeMinor, netMinor }: Omit<Fees, "disputeFeeMinor">): string => {
  const [gross, fee, net] = [grossMinor, feeMinor, netMinor].map((amountMinor) =>
    formatAnyAmount({ amountMinor, currency }),
  );
  return `${gross} less fees of ${fee} is ${net}`;
};

/** Returns "£20.00", for example, for each currency in which a dispute was charged for. */
export const disputeFees = (sums: Fees[]): string[] =>
  sums
    .filter(({ disputeFeeMinor }) => disputeFeeMinor !== 0)
    .map(({ disputeFeeMinor: amountMinor, currency }) => formatAnyAmount({ amountMinor, currency }));
