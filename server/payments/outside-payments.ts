import type { Queryable, Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { type Currency, formatAmount, type Money } from "../core/money";
import { invoiceLater } from "./invoice-later";
import type { Refund } from "./paid-payments";
import { anyOrderId, isPaymentOf, namedByColumn, type PayableRef } from "./payable-ref";

/** Records a payment outside Stripe; the admin must also refund it outside. */
export async function recordOutsidePayment(
  tx: Transaction,
  cause: PayableRef,
  { amountMinor, currency }: Money,
  now: Date,
): Promise<void> {
  const paid = { provider: "outside", state: "paid", amountMinor, currency, createdAt: now, paidAt: now } as const;
  await tx.insert(payments).values({ ...namedByColumn(cause), ...paid });
  await invoiceLater(tx, cause);
}

type OutsidePayment = Money & { order: PayableRef; paidAt: Date };

/** Records what was paid in another system; the admin must also refund it there. */
export async function recordPaidElsewhere(tx: Transaction, paid: OutsidePayment[]): Promise<void> {
  if (paid.length === 0) return;
  const rows = paid.map(({ order, ...part }) => ({
    ...namedByColumn(order),
    ...part,
    provider: "outside" as const,
    state: "paid" as const,
    createdAt: part.paidAt,
    isElsewhere: true,
  }));
  await tx.insert(payments).values(rows);
}

export async function listPendingByHand(db: Queryable, cause: PayableRef): Promise<Refund[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isPaymentOf(cause), isOwedByHand))
    .orderBy(refunds.createdAt);
  return rows.map(({ refund }) => refund);
}

/** The condition of what is owed until the admin marks it as returned, whatever became of the order or account. */
const isOwedByHand = and(eq(payments.provider, "outside"), eq(refunds.state, "pending"));

/** Selects the ids of the orders of which something is owed by hand. */
export const owedByHand = (db: Queryable) =>
  db
    .select({ id: anyOrderId.as("id") })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isOwedByHand);

export async function sumOwedByHand(db: Queryable): Promise<{ orders: number; amounts: Money[] }> {
  const rows = await db
    .select({
      order: anyOrderId,
      currency: refunds.currency,
      amountMinor: sql`sum(${refunds.amountMinor})`.mapWith(Number),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isOwedByHand)
    .groupBy(anyOrderId, refunds.currency)
    .orderBy(refunds.currency);
  const sums = new Map<Currency, number>();
  for (const { currency, amountMinor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return {
    orders: new Set(rows.map(({ order }) => order)).size,
    amounts: [...sums].map(([currency, amountMinor]) => ({ currency, amountMinor })),
  };
}

type Period = { from: Date; until: Date };
type Sum = { currency: Currency; count: number; amountMinor: number };

type OutsideSum = { count: number; amount: string | null };

export async function sumOutside(db: Queryable, { from, until }: Period) {
  const count = sql`count(*)`.mapWith(Number);
  const [paid, returned, owed] = await Promise.all([
    db
      .select({ currency: payments.currency, count, amountMinor: sql`sum(${payments.amountMinor})`.mapWith(Number) })
      .from(payments)
      .where(and(isPaidOutside, gte(payments.paidAt, from), lt(payments.paidAt, until)))
      .groupBy(payments.currency)
      .orderBy(payments.currency),
    db
      .select({ currency: refunds.currency, count, amountMinor: sql`sum(${refunds.amountMinor})`.mapWith(Number) })
      .from(refunds)
      .where(
        and(
          isOfOutsidePayment,
          eq(refunds.state, "succeeded"),
          gte(refunds.settledAt, from),
          lt(refunds.settledAt, until),
        ),
      )
      .groupBy(refunds.currency)
      .orderBy(refunds.currency),
    sumOwedByHand(db),
  ]);
  return {
    paid: inWords(paid),
    returned: inWords(returned),
    owed: { count: owed.orders, amount: amountsOf(owed.amounts) },
  };
}

const isPaidOutside = and(eq(payments.provider, "outside"), eq(payments.state, "paid"));

/** A condition that is looked up for each refund by an index; a join would read all payments. */
const isOfOutsidePayment = sql`(select ${isPaidOutside} from ${payments} where ${payments.id} = ${refunds.paymentId})`;

const inWords = (sums: Sum[]): OutsideSum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: amountsOf(sums),
});

const amountsOf = (sums: Omit<Sum, "count">[]) => sums.map(formatAmount).join(" and ") || null;
