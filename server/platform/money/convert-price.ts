import type { Currency, Money } from "../../core/money";
import type { Rate, Rates } from "../../core/services";

type ListPrice = { list: Money; rate: Rate | null };

export function showPrice(price: Money, currency: Currency, rates: Rates): ListPrice {
  return price.currency === currency ? { list: price, rate: null } : convertPrice(price, currency, rates);
}

/** Rounds to a whole number, at least 1 unless the price is 0. Returns the price unconverted if there is no rate. */
function convertPrice(price: Money, currency: Currency, rates: Rates): ListPrice {
  if (price.amountMinor === 0) return { list: { amountMinor: 0, currency }, rate: null };
  const rate = rates.rate(price.currency, currency);
  if (rate === null) return { list: price, rate: null };
  return { list: { amountMinor: Math.max(100, convertMinor(price.amountMinor, rate, 100)), currency }, rate };
}

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
  // Nothing is free in every currency, and no rate is part of its price.
  if (prices.every(({ priceMinor }) => priceMinor === 0)) return { currency, rate: null, amounts: prices.map(() => 0) };
  // From pounds to pounds, too: a price that was typed in another currency is rounded in each one that is not its own.
  const rate = rates.rate(baseCurrency, currency);
  const convert = ({ priceMinor: amountMinor }: StoredPrice) =>
    rate === null
      ? amountMinor
      : convertPrice({ amountMinor, currency: baseCurrency }, currency, rates).list.amountMinor;
  return { currency: rate === null ? baseCurrency : currency, rate, amounts: prices.map(convert) };
}

export const typedAmount = /^\d{1,6}([.,]\d{1,2})?$/;

export function parseMinor(typed: string): number {
  const [whole = "", part = ""] = typed.split(/[.,]/);
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

export const inputValueOf = (amountMinor: number): string =>
  amountMinor % 100 === 0 ? String(amountMinor / 100) : decimals(amountMinor);

/** Formats minor units without floats: 1440 is "14.40". */
export const decimals = (amountMinor: number): string =>
  `${amountMinor < 0 ? "-" : ""}${Math.trunc(Math.abs(amountMinor) / 100)}.${String(Math.abs(amountMinor) % 100).padStart(2, "0")}`;

const fixed: Record<Currency, Partial<Record<Currency, Rate>>> = {
  GBP: { EUR: "1.17", USD: "1.27" },
  EUR: { GBP: "0.85", USD: "1.09" },
  USD: { GBP: "0.78", EUR: "0.92" },
};

/** The fallback rates of the specification's error catalogue. */
export const fixedRates: Rates = {
  rate: (from, to) => (from === to ? "1" : (fixed[from][to] ?? null)),
};

/** Rounds half up to a multiple of `unitMinor`: 100 for whole pounds, 1 for pence. Exact integer arithmetic. */
export function convertMinor(amountMinor: number, rate: Rate, unitMinor: 1 | 100): number {
  const [whole = "0", decimals = ""] = rate.split(".");
  const scale = 10n ** BigInt(decimals.length);
  const product = BigInt(amountMinor) * BigInt(whole + decimals);
  const divisor = scale * BigInt(unitMinor);
  return Number((2n * product + divisor) / (2n * divisor)) * unitMinor;
}
