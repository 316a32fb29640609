import type { Queryable } from "@db/client";
import { payments, refunds, revenueSums } from "@db/schema";
import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { DateTime } from "luxon";
import { currencies, type Currency, currencySymbols, formatAmount } from "../core/money";
import type { Rates } from "../core/services";
import { convertMinor } from "../money/convert-price";
import { type BarChart, drawBars } from "./draw-bars";
import type { Period } from "./period";

const revenueKinds = ["sessions", "birth", "stress", "resources"] as const;
type RevenueKind = (typeof revenueKinds)[number];

/** Payments less refunds, so it may be negative. `month` is the index within the period. */
type Revenue = { month: number; kind: RevenueKind; currency: Currency; netMinor: number };

/**
 * Reads the sums of UTC's months, and single entries only of the hours that are in another month of the period's zone.
 * A refund counts in the month it was made, even while pending; a failed one doesn't.
 */
export async function readRevenue(db: Queryable, period: Period): Promise<Revenue[]> {
  const starts = [...period.months.map(({ start }) => start), period.until];
  const utcStarts = starts.map((start) => startInUtc(start, period.timeZone));
  const moved = sql.join(
    starts.flatMap((start, month) => movedAt(start, utcStarts[month] ?? start, month)),
    sql` union all `,
  );
  const { rows } = await db.execute<Omit<Revenue, "netMinor"> & { netMinor: string }>(sql`
    select month, kind, currency, sum(minor) as "netMinor" from (
      select ${bucketOf(revenueSums.month, utcStarts)} as month, ${revenueSums.kind} as kind,
        ${revenueSums.currency} as currency, ${revenueSums.entries} as entries, ${revenueSums.netMinor} as minor
      from ${revenueSums} where ${isBetween(revenueSums.month, utcStarts[0], utcStarts.at(-1))}
      ${moved.queryChunks.length > 0 ? sql`union all ${moved}` : sql``}
    ) as entries
    where month between 0 and ${period.months.length - 1}
    group by month, kind, currency having sum(entries) > 0`);
  return rows.map(({ netMinor, ...row }) => ({ ...row, netMinor: Number(netMinor) }));
}

/** Adds the rows up that triggers have appended. */
export async function addUpRevenue({ db }: { db: Queryable }): Promise<void> {
  await db.execute(sql`select add_up_revenue()`);
}

const startInUtc = (start: Date, zone: string): Date => {
  const { year, month } = DateTime.fromJSDate(start, { zone });
  return new Date(Date.UTC(year, month - 1));
};

/** Moves what was paid between the two starts of a month to the month in which it is in the period's zone. */
function movedAt(start: Date, utcStart: Date, month: number): SQL[] {
  if (start.getTime() === utcStart.getTime()) return [];
  const isEast = start < utcStart;
  const [from, until] = isEast ? [start, utcStart] : [utcStart, start];
  const [to, away] = isEast ? [month, month - 1] : [month - 1, month];
  return [
    sql`select moved.month, kind, currency, moved.sign, moved.sign * minor from (
        select revenue_kind(${payments.purchaseId}) as kind, ${payments.currency} as currency,
          ${payments.amountMinor} as minor
        from ${payments} where ${payments.state} = 'paid' and ${isBetween(payments.paidAt, from, until)}
        union all
        select revenue_kind(${payments.purchaseId}), ${refunds.currency}, -${refunds.amountMinor}
        from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId} and ${payments.state} = 'paid'
        where ${refunds.state} <> 'failed' and ${isBetween(refunds.createdAt, from, until)}
      ) as entry cross join (values (${to}::int, 1), (${away}::int, -1)) as moved(month, sign)`,
  ];
}

const isBetween = (instant: AnyPgColumn, from = new Date(0), until = new Date()) =>
  and(gte(instant, from), lt(instant, until));

/** Compares with the months' starts, which is much faster than formatting each row. */
export const monthOf = (instant: AnyPgColumn, { months }: Period): SQL<number> =>
  bucketOf(
    instant,
    months.map(({ start }) => start),
  );

function bucketOf(instant: AnyPgColumn, starts: Date[]): SQL<number> {
  const list = `{${starts.map((start) => start.toISOString()).join(",")}}`;
  return sql<number>`width_bucket(${instant}, ${list}::timestamptz[]) - 1`;
}

export const isWithin = (instant: AnyPgColumn, { from, until }: Period): SQL | undefined =>
  isBetween(instant, from, until);

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
