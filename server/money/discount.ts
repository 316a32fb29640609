import type { Rates } from "../core/ports";
import { type Currency, formatPrice, type Money } from "../core/money";
import { convertMinor } from "./convert-price";

/** What a code gives: a part of the price, or an amount in a currency of its own. */
export type DiscountTerms =
  { type: "percentage"; percentage: number } | { type: "fixed_amount"; amountMinor: number; currency: Currency };

/**
 * What a code takes off a price, in minor units of the price's currency: a percentage is rounded half up, a fixed
 * amount is converted half up from the code's own currency; never more than the price. Null where there is no rate.
 */
export function discountOn(price: Money, terms: DiscountTerms, rates: Rates): number | null {
  if (terms.type === "percentage") return percentageOf(price.amountMinor, terms.percentage);
  const rate = rates.rate(terms.currency, price.currency);
  return rate === null ? null : Math.min(price.amountMinor, convertMinor(terms.amountMinor, rate, 1));
}

function percentageOf(amountMinor: number, percentage: number): number {
  const doubled = 2n * BigInt(amountMinor) * BigInt(percentage);
  return Number((doubled + 100n) / 200n);
}

/** "20% off", or the fixed amount in the code's own currency: "£5 off". */
export function describeTerms(terms: DiscountTerms): string {
  return terms.type === "percentage" ? `${terms.percentage}% off` : `${formatPrice(terms)} off`;
}
