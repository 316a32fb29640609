import { asc, eq, inArray, or } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { balanceTransactions, payments, payouts } from "@db/schema";
import { formatAnyAmount } from "../../core/money";
import type { OrderRef } from "../schemas";
import { arrivalOf } from "./list-payouts";

/** In minor units of a currency of the account at Stripe, which may differ from the customer's. */
export type Fees = { currency: string; grossMinor: number; feeMinor: number; netMinor: number };

export type OrderFees = { sums: Fees[]; payouts: { id: string; arrives: string; status: string }[] };

/** Returns what an order's payments, refunds and disputes brought at Stripe, where it is known. */
export async function readFees(db: Queryable, refs: Pick<OrderRef, "id">[]): Promise<Map<string, OrderFees>> {
  const ids = refs.map(({ id }) => id);
  const rows = await db
    .select({
      bookingId: payments.bookingId,
      purchaseId: payments.purchaseId,
      movement: balanceTransactions,
      payout: payouts,
    })
    .from(payments)
    .innerJoin(balanceTransactions, eq(balanceTransactions.stripePaymentIntentId, payments.stripePaymentIntentId))
    .leftJoin(payouts, eq(payouts.id, balanceTransactions.payoutId))
    .where(or(inArray(payments.bookingId, ids), inArray(payments.purchaseId, ids)))
    .orderBy(asc(balanceTransactions.createdAt), asc(balanceTransactions.id));
  const byOrder = new Map<string, OrderFees>();
  for (const { bookingId, purchaseId, movement, payout } of rows) {
    const id = bookingId ?? purchaseId ?? "";
    const fees = byOrder.get(id) ?? { sums: [], payouts: [] };
    byOrder.set(id, fees);
    addTo(fees.sums, movement);
    if (!payout || fees.payouts.some((known) => known.id === payout.id)) continue;
    fees.payouts.push({ id: payout.id, arrives: arrivalOf(payout), status: payout.status });
  }
  return byOrder;
}

/** Amounts of different currencies are never added. */
function addTo(sums: Fees[], { currency, grossMinor, feeMinor, netMinor }: Fees): void {
  const sum = sums.find((one) => one.currency === currency);
  if (!sum) {
    sums.push({ currency, grossMinor, feeMinor, netMinor });
    return;
  }
  sum.grossMinor += grossMinor;
  sum.feeMinor += feeMinor;
  sum.netMinor += netMinor;
}

/** "£18.00 less a fee of £0.47 is £17.53" */
export const feesInWords = ({ currency, grossMinor, feeMinor, netMinor }: Fees): string => {
  const [gross, fee, net] = [grossMinor, feeMinor, netMinor].map((amountMinor) =>
    formatAnyAmount({ amountMinor, currency }),
  );
  return `${gross} less fees of ${fee} is ${net}`;
};
