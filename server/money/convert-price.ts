import type { Rate, Rates } from "../core/ports";
import type { Currency } from "../core/currencies";
import type { Money } from "./money";
import { convertMinor } from "./rates";

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
