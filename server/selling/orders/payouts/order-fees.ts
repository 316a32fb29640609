import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { balanceTransactions, payments, payouts } from "@db/schema";
import { formatAnyAmount } from "../../../core/money";
import { isPaymentOfAny, payableRefOf } from "../../payments/payable-ref";
import type { OrderRef } from "../schemas";
import { arrivalOf } from "./list-payouts";

/** Amounts in minor units of a currency of the account at Stripe, which may differ from the customer's. */
export type Fees = { currency: string; grossMinor: number; feeMinor: number; netMinor: number };

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
    addTo(fees.sums, movement);
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
function addTo(sums: Fees[], { currency, grossMinor, feeMinor, netMinor }: Fees): void {
  const sum = sums.find((fees) => fees.currency === currency);
  if (!sum) {
    sums.push({ currency, grossMinor, feeMinor, netMinor });
    return;
  }
  sum.grossMinor += grossMinor;
  sum.feeMinor += feeMinor;
  sum.netMinor += netMinor;
}

/** Returns "£18.00 less a fee of £0.47 is £17.53", for example. */
export const feesInWords = ({ currency, grossMinor, feeMinor, netMinor }: Fees): string => {
  const [gross, fee, net] = [grossMinor, feeMinor, netMinor].map((amountMinor) =>
    formatAnyAmount({ amountMinor, currency }),
  );
  return `${gross} less fees of ${fee} is ${net}`;
};
