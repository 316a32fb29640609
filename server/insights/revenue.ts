import type { Queryable } from "@db/client";
import { collectionPurchases, payments, refunds } from "@db/schema";
import { and, eq, gte, lt, ne, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import { currencies, type Currency, currencySymbols, formatAmount } from "../core/money";
import type { Rates } from "../core/services";
import { convertMinor } from "../money/convert-price";
import { type BarChart, drawBars } from "./draw-bars";
import type { Period } from "./period";

const revenueKinds = ["sessions", "birth", "stress", "resources"] as const;
type RevenueKind = (typeof revenueKinds)[number];

/** Payments less refunds, so it may be negative. `month` is the index within the period. */
type Revenue = { month: number; kind: RevenueKind; currency: Currency; netMinor: number };

/** A refund counts in the month it was made, even while pending; a failed one doesn't. */
export async function readRevenue(db: Queryable, period: Period): Promise<Revenue[]> {
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
export function bucketOf(instant: SQLWrapper, { months }: Period): SQL<number> {
  const starts = `{${months.map(({ start }) => start.toISOString()).join(",")}}`;
  return sql<number>`width_bucket(${instant}, ${starts}::timestamptz[]) - 1`;
}

export const isWithin = (instant: AnyPgColumn, { from, until }: Period): SQL | undefined =>
  and(gte(instant, from), lt(instant, until));

type CurrencyRevenue = {
  currency: Currency;
  total: string;
  chart: BarChart;
  rows: { month: string; amounts: string[] }[];
  sums: string[];
};

export type RevenueInsight = {
  currencies: CurrencyRevenue[];
  together: string | null;
};

export function describeRevenue(revenue: Revenue[], period: Period, rates: Rates): RevenueInsight {
  const used = currencies.filter((currency) => revenue.some((one) => one.currency === currency));
  const shown = used.length > 0 ? used : (["GBP"] as const);
  return {
    currencies: shown.map((currency) => ofCurrency(currency, revenue, period)),
    together: used.length > 1 ? inPounds(revenue, used, rates) : null,
  };
}

function ofCurrency(currency: Currency, revenue: Revenue[], { months }: Period): CurrencyRevenue {
  const own = revenue.filter((one) => one.currency === currency);
  const byMonth = months.map(({ label }, month) => ({
    label,
    minors: revenueKinds.map((kind) => sum(own.filter((one) => one.month === month && one.kind === kind))),
  }));
  const amounts = (minors: number[]) => [...minors, total(minors)].map((minor) => signed(minor, currency));
  const sums = revenueKinds.map((kind) => sum(own.filter((one) => one.kind === kind)));
  return {
    currency,
    total: signed(total(sums), currency),
    chart: drawBars({
      months,
      values: byMonth.map(({ minors }) => minors.map((minor) => minor / 100)),
      label: (value) => formatShort(value, currency),
    }),
    rows: byMonth.map(({ label, minors }) => ({ month: label, amounts: amounts(minors) })),
    sums: amounts(sums),
  };
}

function inPounds(revenue: Revenue[], used: Currency[], rates: Rates): string {
  const others = used.filter((currency) => currency !== "GBP");
  const known = others.flatMap((currency) => {
    const rate = rates.rate(currency, "GBP");
    return rate === null ? [] : [{ currency, rate }];
  });
  const pounds = sum(revenue.filter(({ currency }) => currency === "GBP"));
  const converted = known.map(({ currency, rate }) => {
    const minor = sum(revenue.filter((one) => one.currency === currency));
    return Math.sign(minor) * convertMinor(Math.abs(minor), rate, 1);
  });
  const at = known.map(({ currency, rate }) => `${currencySymbols[currency]}1\u00a0=\u00a0£${rate}`).join(", ");
  const missing = others.filter((currency) => !known.some((one) => one.currency === currency));
  const without = missing.length > 0 ? `, without ${missing.join(" and ")}, for which there is no rate` : "";
  return `About ${signed(pounds + total(converted), "GBP")} together, at today’s rates${at && ` (${at})`}${without}`;
}

const total = (minors: number[]) => minors.reduce((all, minor) => all + minor, 0);
const sum = (revenue: Revenue[]) => total(revenue.map(({ netMinor }) => netMinor));

const signed = (amountMinor: number, currency: Currency) => formatAmount({ amountMinor, currency });

function formatShort(value: number, currency: Currency): string {
  const size = Math.abs(value);
  const digits = size >= 1000 ? `${Number((size / 1000).toFixed(1))}k` : String(size);
  return `${value < 0 ? "-" : ""}${currencySymbols[currency]}${digits}`;
}
