import type { DiscountTerms } from "@db/schema";
import type { Currency } from "../../core/money";
import type { Rate, Rates } from "../../core/services";
import { convertPrice } from "./convert-price";
import { discountOn, minimumChargeMinor, percentageOf, type PricedTicket, type Quote } from "./quote";

/** A price beside the currency in which it was typed: in pence, and as typed. */
export type StoredPrice = { priceMinor: number; enteredPriceMinor: number };

type ListedPrices = { currency: Currency; rate: Rate | null; amounts: number[] };

/** The currency in which prices were typed, and that from which they are converted: pounds unless another one is named. */
type PriceSource = { enteredCurrency: Currency; baseCurrency?: Currency };

/** Converts prices of one session or product together, so that all are in one currency: unconverted if there is no rate. */
export function listPrices(
  prices: StoredPrice[],
  { enteredCurrency, baseCurrency = "GBP" }: PriceSource,
  { currency, rates }: { currency: Currency; rates: Rates },
): ListedPrices {
  if (currency === enteredCurrency) {
    return { currency, rate: null, amounts: prices.map(({ enteredPriceMinor }) => enteredPriceMinor) };
  }
  const rate = currency === baseCurrency ? null : rates.rate(baseCurrency, currency);
  const convert = ({ priceMinor: amountMinor }: StoredPrice) =>
    rate === null
      ? amountMinor
      : convertPrice({ amountMinor, currency: baseCurrency }, currency, rates).list.amountMinor;
  return { currency: rate === null ? baseCurrency : currency, rate, amounts: prices.map(convert) };
}

type PricedTickets = { currency: Currency; rate: Rate | null; tickets: PricedTicket[] };

/**
 * Quotes tickets that may differ in price. A percentage is taken off each and rounded there; a fixed amount is taken off
 * once and shared in proportion to the prices. `count`: only so many tickets, the cheapest ones.
 */
export function quoteTickets(
  { currency, rate, tickets }: PricedTickets,
  rates: Rates,
  terms: DiscountTerms | null,
  count = tickets.length,
): Quote {
  const chosen = cheapest(tickets, count);
  const prices = chosen.map(({ listMinor }) => listMinor);
  const list = { amountMinor: sumOf(prices), currency };
  const discountMinor = terms && discountOnEach(prices, list, terms, rates);
  const leftMinor = list.amountMinor - (discountMinor ?? 0);
  const isBelowMinimum = leftMinor > 0 && leftMinor < minimumChargeMinor[currency];
  const totalMinor = isBelowMinimum ? 0 : leftMinor;
  const shares = sharesOf(prices, terms, totalMinor);
  return {
    list,
    discount: discountMinor === null ? null : { currency, amountMinor: discountMinor },
    total: { currency, amountMinor: totalMinor },
    rate,
    isBelowMinimum,
    tickets: chosen.map((ticket, index) => ({ ...ticket, shareMinor: shares[index] ?? 0 })),
  };
}

/** Returns the cheapest tickets in their order; of those that cost the same, the last ones. */
function cheapest(tickets: PricedTicket[], count: number): (PricedTicket & { index: number })[] {
  const indexed = tickets.map((ticket, index) => ({ ...ticket, index }));
  const byPrice = indexed.toSorted((a, b) => a.listMinor - b.listMinor || b.index - a.index);
  return byPrice.slice(0, count).sort((a, b) => a.index - b.index);
}

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

function discountOnEach(prices: number[], list: Quote["list"], terms: DiscountTerms, rates: Rates): number | null {
  if (terms.type === "percentage") return sumOf(prices.map((price) => percentageOf(price, terms.percentage)));
  return discountOn(list, terms, rates);
}

function sharesOf(prices: number[], terms: DiscountTerms | null, totalMinor: number): number[] {
  if (terms?.type !== "percentage" || totalMinor === 0) return splitInProportion(totalMinor, prices);
  return prices.map((price) => price - percentageOf(price, terms.percentage));
}

/** Splits an amount in proportion to weights, with parts that add up to it: the largest remainders get the odd pennies. */
export function splitInProportion(amountMinor: number, weights: number[]): number[] {
  const whole = BigInt(sumOf(weights));
  if (whole === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const product = BigInt(amountMinor) * BigInt(weight);
    return { index, floor: Number(product / whole), rest: product % whole };
  });
  let odd = amountMinor - sumOf(parts.map(({ floor }) => floor));
  const shares = parts.map(({ floor }) => floor);
  for (const { index } of parts.toSorted((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  )) {
    if (odd === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    odd -= 1;
  }
  return shares;
}
