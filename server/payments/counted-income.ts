import type { Queryable } from "@db/client";
import { disputes, payments, purchases, refunds } from "@db/schema";
import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Currency, Money } from "../core/money";

// What Insights, the overview, Payments, the file of orders and "Spent" count: payments, less refunds once they have been
// made, less what the bank took in a dispute that was lost.

const isRefundMade = eq(refunds.state, "succeeded");
const isDisputeLost = eq(disputes.status, "lost");

/** The condition of what counts at all: a gift card is income once something is bought with it, so its sale is none. */
export const isIncome: SQL = sql`${purchases.productKind} is distinct from 'gift_card'`;

type Period = { from: Date; until: Date };

/** Selects every amount of a period at its instant: that of the payment, of the refund, of the dispute. */
export function selectIncome(db: Queryable, period: Period) {
  const isPaid = eq(payments.state, "paid");
  const { purchaseId } = payments;
  const paid = db
    .select({
      at: sql`${payments.paidAt}`.as("at"),
      purchaseId,
      currency: payments.currency,
      minor: sql`${payments.amountMinor}`.as("minor"),
    })
    .from(payments)
    .where(and(isPaid, isWithin(payments.paidAt, period)));
  const returned = db
    .select({
      at: sql`${refunds.settledAt}`.as("at"),
      purchaseId,
      currency: refunds.currency,
      minor: sql`-${refunds.amountMinor}`.as("minor"),
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.id, refunds.paymentId), isPaid))
    .where(and(isRefundMade, isWithin(refunds.settledAt, period)));
  const lost = db
    .select({
      at: sql`${disputes.createdAt}`.as("at"),
      purchaseId,
      currency: disputes.currency,
      minor: sql`-${disputes.amountMinor}`.as("minor"),
    })
    .from(disputes)
    .innerJoin(payments, and(eq(payments.id, disputes.paymentId), isPaid))
    .where(and(isDisputeLost, isWithin(disputes.createdAt, period)));
  return unionAll(paid, returned, lost).as("entries");
}

export const isWithin = (instant: AnyPgColumn, { from, until }: Period): SQL | undefined =>
  and(gte(instant, from), lt(instant, until));

/** Returns the income of a period in each currency. */
export function sumIncome(db: Queryable, period: Period): Promise<Money[]> {
  const entries = selectIncome(db, period);
  return db
    .select({ currency: entries.currency, amountMinor: sql`sum(${entries.minor})`.mapWith(Number) })
    .from(entries)
    .leftJoin(purchases, eq(purchases.id, entries.purchaseId))
    .where(isIncome)
    .groupBy(entries.currency)
    .orderBy(entries.currency);
}

const sumOf = (
  table: typeof refunds | typeof disputes,
  condition: SQL,
) => sql`(select coalesce(sum(${table.amountMinor}), 0)
  from ${table} where ${table.paymentId} = ${payments.id} and ${condition})`;

/** The income of one payment of a query that joins payments and purchases, in minor units. */
export const incomeMinor = sql`case when ${isIncome}
  then ${payments.amountMinor} - ${sumOf(refunds, isRefundMade)} - ${sumOf(disputes, isDisputeLost)} else 0 end`.mapWith(
  Number,
);

const isPending = eq(refunds.state, "pending");

/** What is still to go back of one payment, on its way or by hand, in minor units. */
export const toRefundMinor = sumOf(refunds, isPending).mapWith(Number);

/** Returns what is still to go back: by the instructor's hand, and what is on its way through Stripe or to a gift card. */
export async function sumToRefund(db: Queryable): Promise<{ byHand: Money[]; onItsWay: Money[] }> {
  const isByHand = sql<boolean>`${payments.provider} = 'outside'`;
  const { currency } = refunds;
  const rows: { isByHand: boolean; currency: Currency; amountMinor: number }[] = await db
    .select({ isByHand, currency, amountMinor: sql`sum(${refunds.amountMinor})`.mapWith(Number) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isPending)
    .groupBy(isByHand, currency)
    .orderBy(currency);
  return {
    byHand: rows.filter((row) => row.isByHand),
    onItsWay: rows.filter((row) => !row.isByHand),
  };
}
