import { and, eq, gte, lt, ne, sql, type SQL } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { collectionPurchases, payments, refunds } from "@db/schema";
import type { Currency } from "../core/currencies";
import type { Period } from "./period";

export const revenueKinds = ["sessions", "birth", "stress"] as const;
export type RevenueKind = (typeof revenueKinds)[number];

/** `month` counts from 0, the period's first. What came in with a kind of thing in a month, less what went back in that month: it may be below zero. */
export type Revenue = { month: number; kind: RevenueKind; currency: Currency; netMinor: number };

/**
 * What was paid and refunded, by month, kind and currency. A refund counts in the month in which it was made, also
 * while it is on its way; one that failed does not. One query.
 */
export async function readRevenue(db: Queryable, period: Period): Promise<Revenue[]> {
  const kind = sql<RevenueKind>`coalesce(${collectionPurchases.collection}::text, 'sessions')`.as("kind");
  const paid = db
    .select({
      month: monthOf(payments.paidAt, period).as("month"),
      kind,
      currency: payments.currency,
      minor: sql<number>`${payments.amountMinor}`.as("minor"),
    })
    .from(payments)
    .leftJoin(collectionPurchases, eq(collectionPurchases.id, payments.purchaseId))
    .where(and(eq(payments.state, "paid"), isWithin(payments.paidAt, period)));
  const returned = db
    .select({
      month: monthOf(refunds.createdAt, period).as("month"),
      kind,
      currency: refunds.currency,
      minor: sql<number>`-${refunds.amountMinor}`.as("minor"),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(collectionPurchases, eq(collectionPurchases.id, payments.purchaseId))
    .where(and(eq(payments.state, "paid"), ne(refunds.state, "failed"), isWithin(refunds.createdAt, period)));
  const moved = unionAll(paid, returned).as("moved");
  return db
    .select({
      month: moved.month,
      kind: moved.kind,
      currency: moved.currency,
      netMinor: sql`sum(${moved.minor})`.mapWith(Number),
    })
    .from(moved)
    .groupBy(moved.month, moved.kind, moved.currency);
}

/**
 * Which of the period's months an instant is in, from 0. By comparison: to write out each row's month would take
 * longer than all the rest.
 */
export function monthOf(instant: AnyPgColumn, { months }: Period): SQL<number> {
  const starts = `{${months.map(({ start }) => start.toISOString()).join(",")}}`;
  return sql<number>`width_bucket(${instant}, ${starts}::timestamptz[]) - 1`;
}

export const isWithin = (instant: AnyPgColumn, { from, until }: Period): SQL | undefined =>
  and(gte(instant, from), lt(instant, until));
