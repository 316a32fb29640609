import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { payments, refunds } from "@db/schema";
import { formatAmount } from "../money/money";
import type { Currency } from "../core/currencies";
import { sumOwedByHand } from "./owed-by-hand";

type Period = { from: Date; until: Date };
type Sum = { currency: Currency; count: number; amountMinor: number };

/** So many payments or refunds, and how much in all: "£54.00 and €60.00"; null where there were none. */
export type OutsideSum = { count: number; amount: string | null };

/**
 * What was paid outside Stripe in a period and what was given back of it by hand; and whatever is still to be given
 * back, whenever it was paid: of how many orders. Three queries.
 */
export async function sumOutside(db: Queryable, { from, until }: Period) {
  const count = sql`count(*)`.mapWith(Number);
  const [paid, returned, owed] = await Promise.all([
    db
      .select({ currency: payments.currency, count, amountMinor: sql`sum(${payments.amountMinor})`.mapWith(Number) })
      .from(payments)
      .where(and(isPaidOutside, gte(payments.paidAt, from), lt(payments.paidAt, until)))
      .groupBy(payments.currency),
    db
      .select({ currency: refunds.currency, count, amountMinor: sql`sum(${refunds.amountMinor})`.mapWith(Number) })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(
        and(isPaidOutside, eq(refunds.state, "succeeded"), gte(refunds.settledAt, from), lt(refunds.settledAt, until)),
      )
      .groupBy(refunds.currency),
    sumOwedByHand(db),
  ]);
  return {
    paid: inWords(paid),
    returned: inWords(returned),
    owed: { count: owed.orders, amount: amountsOf(owed.amounts) },
  };
}

const isPaidOutside = and(eq(payments.provider, "outside"), eq(payments.state, "paid"));

const inWords = (sums: Sum[]): OutsideSum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: amountsOf(sums),
});

const amountsOf = (sums: Omit<Sum, "count">[]) => sums.map(formatAmount).join(" and ") || null;
