import type { Queryable, Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { type Currency, formatAmount, type Money } from "../core/money";
import { type Cause, isFor, type Refund } from "./paid-payments";

/** Writes down that something was paid outside Stripe, as the instructor says: giving it back is hers, too. */
export async function payOutside(
  tx: Transaction,
  cause: Cause,
  { amountMinor, currency }: Money,
  now: Date,
): Promise<void> {
  const paid = { provider: "outside", state: "paid", amountMinor, currency, createdAt: now, paidAt: now } as const;
  await tx.insert(payments).values({ ...cause, ...paid });
}

/** The refunds of what was paid outside Stripe that the instructor has not marked as given back. */
export async function listPendingByHand(db: Queryable, cause: Cause): Promise<Refund[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isFor(cause), isOwedByHand))
    .orderBy(refunds.createdAt);
  return rows.map(({ refund }) => refund);
}

/**
 * For a WHERE clause over refunds and their payments: money that was paid outside Stripe and that the instructor still
 * has to hand over, until she marks it as done. Whatever became of the order or the account, it is owed until then.
 */
const isOwedByHand = and(eq(payments.provider, "outside"), eq(refunds.state, "pending"));

/** The ids of the bookings, or of the purchases, of which something is to be given back by hand: for a WHERE clause. */
export const owedByHand = (db: Queryable, kind: "booking" | "purchase") => {
  const order = kind === "booking" ? payments.bookingId : payments.purchaseId;
  return db
    .select({ id: sql<string>`${order}` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isOwedByHand, isNotNull(order)));
};

/** All that is to be given back by hand: of how many orders, and how much in each currency. One query. */
export async function sumOwedByHand(db: Queryable): Promise<{ orders: number; amounts: Money[] }> {
  const rows = await db
    .select({
      order: sql<string>`coalesce(${payments.bookingId}, ${payments.purchaseId})`,
      currency: refunds.currency,
      amountMinor: sql`sum(${refunds.amountMinor})`.mapWith(Number),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isOwedByHand)
    .groupBy(payments.bookingId, payments.purchaseId, refunds.currency);
  const sums = new Map<Currency, number>();
  for (const { currency, amountMinor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return {
    orders: new Set(rows.map(({ order }) => order)).size,
    amounts: [...sums].map(([currency, amountMinor]) => ({ currency, amountMinor })),
  };
}

type Period = { from: Date; until: Date };
type Sum = { currency: Currency; count: number; amountMinor: number };

/** So many payments or refunds, and how much in all: "£54.00 and €60.00"; null where there were none. */
type OutsideSum = { count: number; amount: string | null };

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
