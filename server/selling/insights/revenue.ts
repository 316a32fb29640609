import type { Queryable } from "@db/client";
import { collectionPurchases, payments, refunds } from "@db/schema";
import { and, eq, gte, lt, ne, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Currency } from "../../core/money";
import type { Months } from "./period";

export const revenueKinds = ["sessions", "birth", "stress", "resources"] as const;
export type RevenueKind = (typeof revenueKinds)[number];

/** Payments less refunds, so it may be negative. `month` is the index within the period. */
export type Revenue = { month: number; kind: RevenueKind; currency: Currency; netMinor: number };

/** A refund counts in the month it was made, even while pending; a failed one doesn't. */
export async function readRevenue(db: Queryable, period: Months): Promise<Revenue[]> {
  const paid = db
    .select({
      at: sql`${payments.paidAt}`.as("at"),
      purchaseId: payments.purchaseId,
      currency: payments.currency,
      minor: sql`${payments.amountMinor}`.as("minor"),
    })
    .from(payments)
    .where(and(eq(payments.state, "paid"), isWithin(payments.paidAt, period)));
  const returned = db
    .select({
      at: sql`${refunds.createdAt}`.as("at"),
      purchaseId: payments.purchaseId,
      currency: refunds.currency,
      minor: sql`-${refunds.amountMinor}`.as("minor"),
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.id, refunds.paymentId), eq(payments.state, "paid")))
    .where(and(ne(refunds.state, "failed"), isWithin(refunds.createdAt, period)));
  const entries = unionAll(paid, returned).as("entries");
  const { collection, resourceId } = collectionPurchases;
  const kind = sql<RevenueKind>`case when ${entries.purchaseId} is null then 'sessions'
    when ${resourceId} is not null then 'resources' else ${collection}::text end`;
  const month = bucketOf(entries.at, period);
  return db
    .select({
      month: month.mapWith(Number),
      kind,
      currency: entries.currency,
      netMinor: sql`sum(${entries.minor})`.mapWith(Number),
    })
    .from(entries)
    .leftJoin(collectionPurchases, eq(collectionPurchases.id, entries.purchaseId))
    .groupBy(sql`1`, sql`2`, sql`3`);
}

/** Returns the index of an instant's month. Compares with the months' starts, which is faster than formatting each row. */
export function bucketOf(instant: SQLWrapper, { months }: Months): SQL<number> {
  const starts = `{${months.map(({ start }) => start.toISOString()).join(",")}}`;
  return sql<number>`width_bucket(${instant}, ${starts}::timestamptz[]) - 1`;
}

export const isWithin = (instant: AnyPgColumn, { from, until }: Months): SQL | undefined =>
  and(gte(instant, from), lt(instant, until));
