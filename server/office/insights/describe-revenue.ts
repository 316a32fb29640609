import { currencies, type Currency, currencySymbols, formatAmount } from "../../core/money";
import type { Rates } from "../../core/services";
import { convertMinor } from "../../platform/money/convert-price";
import { type BarChart, drawBars } from "./draw-bars";
import { type Month, monthsSinceFirst, type InsightsPeriod } from "./period";
import type { Revenue, RevenueSource } from "./revenue";

type RevenueTable = {
  chart: BarChart;
  /** Those with any revenue. `series` is the index of its bars in the chart. */
  kinds: { label: string; series: number }[];
  /** An amount for each kind, then their total if there are several. */
  rows: { month: string; amounts: string[] }[];
  sums: string[];
};

/** A currency with few figures has them in words, any other has a chart and a table. */
type CurrencyRevenue = { currency: Currency; total: string; words: string | null; table: RevenueTable | null };

export type RevenueInsight = {
  currencies: CurrencyRevenue[];
  together: string | null;
};

export function describeRevenue(
  revenue: Revenue[],
  { period, rates, sources }: { period: InsightsPeriod; rates: Rates; sources: RevenueSource[] },
): RevenueInsight {
  const used = currencies.filter((currency) => revenue.some((entry) => entry.currency === currency));
  return {
    currencies: used.map((currency) =>
      ofCurrency(
        currency,
        revenue.filter((entry) => entry.currency === currency),
        period,
        sources,
      ),
    ),
    together: used.length > 1 ? inPounds(revenue, used, rates) : null,
  };
}

/** The most entries that are said in words: as many kinds of one month each. */
const mostInWords = 2;

function ofCurrency(
  currency: Currency,
  own: Revenue[],
  { months }: InsightsPeriod,
  sources: RevenueSource[],
): CurrencyRevenue {
  const areFew = own.length <= mostInWords;
  return {
    currency,
    total: formatMinor(sum(own), currency),
    words: areFew ? inWords(own, months, sources) : null,
    table: areFew ? null : tableOf(currency, own, { months, sources }),
  };
}

const inWords = (own: Revenue[], months: Month[], sources: RevenueSource[]): string =>
  own
    .toSorted((a, b) => a.month - b.month)
    .map(
      (entry) =>
        `${formatMinor(entry.netMinor, entry.currency)} from ${sources.find(({ key }) => key === entry.kind)?.inText} in ${months[entry.month]?.label}`,
    )
    .join(", and ");

function tableOf(
  currency: Currency,
  own: Revenue[],
  { months: allMonths, sources }: { months: Month[]; sources: RevenueSource[] },
): RevenueTable {
  const { months, first } = monthsSinceFirst(allMonths, own);
  const kinds = sources
    .map(({ key: kind, label }, series) => ({ kind, label, series }))
    .filter(({ kind }) => own.some((entry) => entry.kind === kind));
  const minorsOf = (entries: Revenue[]) => kinds.map(({ kind }) => sum(entries.filter((entry) => entry.kind === kind)));
  const byMonth = months.map(({ label }, index) => ({
    label,
    entries: own.filter(({ month }) => month === first + index),
  }));
  const amounts = (minors: number[]) =>
    [...minors, ...(minors.length > 1 ? [total(minors)] : [])].map((minor) => formatMinor(minor, currency));
  return {
    chart: drawBars({
      months,
      values: byMonth.map(({ entries }) =>
        sources.map(({ key: kind }) => sum(entries.filter((entry) => entry.kind === kind)) / 100),
      ),
      label: (value) => formatShort(value, currency),
    }),
    kinds: kinds.map(({ label, series }) => ({ label, series })),
    rows: byMonth.map(({ label, entries }) => ({ month: label, amounts: amounts(minorsOf(entries)) })),
    sums: amounts(minorsOf(own)),
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
    const minor = sum(revenue.filter((entry) => entry.currency === currency));
    return Math.sign(minor) * convertMinor(Math.abs(minor), rate, 1);
  });
  const at = known.map(({ currency, rate }) => `${currencySymbols[currency]}1\u00a0=\u00a0£${rate}`).join(", ");
  const missing = others.filter((currency) => !known.some((rate) => rate.currency === currency));
  const without = missing.length > 0 ? `, without ${missing.join(" and ")}, for which there is no rate` : "";
  return `About ${formatMinor(pounds + total(converted), "GBP")} together, at today’s rates${at && ` (${at})`}${without}`;
}

const total = (minors: number[]) => minors.reduce((all, minor) => all + minor, 0);
const sum = (revenue: Revenue[]) => total(revenue.map(({ netMinor }) => netMinor));

const formatMinor = (amountMinor: number, currency: Currency) => formatAmount({ amountMinor, currency });

function formatShort(value: number, currency: Currency): string {
  const size = Math.abs(value);
  const digits = size >= 1000 ? `${Number((size / 1000).toFixed(1))}k` : String(size);
  return `${value < 0 ? "-" : ""}${currencySymbols[currency]}${digits}`;
}
