import type { Currency, Money } from "../core/money";
import type { Rate, Rates } from "../core/ports";

/** A price as a visitor sees it, and at what rate it was converted; null when it wasn't. */
export type ListPrice = { list: Money; rate: Rate | null };

/** A price in the visitor's currency: exactly as it is where that is its own. */
export function showPrice(price: Money, currency: Currency, rates: Rates): ListPrice {
  return price.currency === currency ? { list: price, rate: null } : convertPrice(price, currency, rates);
}

/**
 * A price converted and rounded to a whole number, never below 1 while there is a price. Without a rate it stays as it
 * is.
 */
export function convertPrice(price: Money, currency: Currency, rates: Rates): ListPrice {
  if (price.amountMinor === 0) return { list: { amountMinor: 0, currency }, rate: null };
  const rate = rates.rate(price.currency, currency);
  if (rate === null) return { list: price, rate: null };
  return { list: { amountMinor: Math.max(100, convertMinor(price.amountMinor, rate, 100)), currency }, rate };
}

/** An amount as it is typed: "60", "12.50", "12,5". */
export const typedAmount = /^\d{1,6}([.,]\d{1,2})?$/;

/** Its minor units, by its digits and never by a fraction: "12.5" is 1250. */
export function minorOf(typed: string): number {
  const [whole = "", part = ""] = typed.split(/[.,]/);
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** Returns an amount as it is typed into a form: "60", "12.50". */
export const typedOf = (amountMinor: number): string =>
  amountMinor % 100 === 0 ? String(amountMinor / 100) : decimals(amountMinor);

/** Always with both digits, and without a float: 1440 is "14.40". */
export const decimals = (amountMinor: number): string =>
  `${Math.trunc(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, "0")}`;

const fixed: Record<Currency, Partial<Record<Currency, Rate>>> = {
  GBP: { EUR: "1.17", USD: "1.27" },
  EUR: { GBP: "0.85", USD: "1.09" },
  USD: { GBP: "0.78", EUR: "0.92" },
};

/** The rates of the specification's error catalogue, for when no service answers. */
export const fixedRates: Rates = {
  rate: (from, to) => (from === to ? "1" : (fixed[from][to] ?? null)),
};

/**
 * Converts minor units and rounds half up to a multiple of `unitMinor`: 100 for whole pounds, 1 for pence.
 * Exact decimal arithmetic on integers.
 */
export function convertMinor(amountMinor: number, rate: Rate, unitMinor: 1 | 100): number {
  const [whole = "0", decimals = ""] = rate.split(".");
  const scale = 10n ** BigInt(decimals.length);
  const product = BigInt(amountMinor) * BigInt(whole + decimals);
  const divisor = scale * BigInt(unitMinor);
  return Number((2n * product + divisor) / (2n * divisor)) * unitMinor;
}
