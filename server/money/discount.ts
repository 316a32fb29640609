import type { Rates } from "../core/ports";
import { type Currency, formatPrice, type Money } from "../core/money";
import { convertMinor } from "./convert-price";

export type DiscountTerms =
  { type: "percentage"; percentage: number } | { type: "fixed_amount"; amountMinor: number; currency: Currency };

/** Returns minor units in the price's currency, rounded half up, at most the price; null if there is no rate. */
export function discountOn(price: Money, terms: DiscountTerms, rates: Rates): number | null {
  if (terms.type === "percentage") return percentageOf(price.amountMinor, terms.percentage);
  const rate = rates.rate(terms.currency, price.currency);
  return rate === null ? null : Math.min(price.amountMinor, convertMinor(terms.amountMinor, rate, 1));
}

function percentageOf(amountMinor: number, percentage: number): number {
  const doubled = 2n * BigInt(amountMinor) * BigInt(percentage);
  return Number((doubled + 100n) / 200n);
}

export function describeTerms(terms: DiscountTerms): string {
  return terms.type === "percentage" ? `${terms.percentage}% off` : `${formatPrice(terms)} off`;
}
