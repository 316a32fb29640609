import type { Rate, Rates } from "../core/ports";
import { type Currency, isCurrency, type Money } from "../core/money";
import { convertPrice, type ListPrice } from "./convert-price";
import { discountOn, type DiscountTerms } from "./discount";

/** What a session's row says of its price. */
export type SessionPrice = { priceMinor: number; enteredPriceMinor: number; enteredCurrency: Currency };

/**
 * What one place costs one visitor now. `discount` is what a code takes off the list price; null without a code, and
 * where its amount can't be converted. `isBelowMinimum`: what is left is too small to charge, so it became free.
 */
export type Quote = {
  list: Money;
  discount: Money | null;
  total: Money;
  rate: Rate | null;
  isBelowMinimum: boolean;
};

/** Stripe refuses to charge less (minor units). https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const minimumChargeMinor: Record<Currency, number> = { GBP: 30, EUR: 50, USD: 50 };

/**
 * The price of one place in the visitor's currency: as typed where she uses the entered currency, otherwise the
 * saved GBP price converted and rounded to a whole number, never below 1 while there is a price. A code's terms are
 * taken off that, to the minor unit.
 */
export function quotePrice(
  session: SessionPrice,
  currency: Currency,
  rates: Rates,
  terms: DiscountTerms | null = null,
): Quote {
  return quoteList(listPrice(session, currency, rates), rates, terms);
}

/** What is to be paid of a list price, whatever it is the price of. */
export function quoteList({ list, rate }: ListPrice, rates: Rates, terms: DiscountTerms | null): Quote {
  const discountMinor = terms && discountOn(list, terms, rates);
  const leftMinor = list.amountMinor - (discountMinor ?? 0);
  const isBelowMinimum = leftMinor > 0 && leftMinor < minimumChargeMinor[list.currency];
  return {
    list,
    discount: discountMinor === null ? null : { ...list, amountMinor: discountMinor },
    total: { ...list, amountMinor: isBelowMinimum ? 0 : leftMinor },
    rate,
    isBelowMinimum,
  };
}

function listPrice(session: SessionPrice, currency: Currency, rates: Rates): ListPrice {
  if (session.priceMinor > 0 && currency === session.enteredCurrency) {
    return { list: { amountMinor: session.enteredPriceMinor, currency }, rate: null };
  }
  return convertPrice({ amountMinor: session.priceMinor, currency: "GBP" }, currency, rates);
}

/** The quote as a form carries it, to be compared with a new one: "GBP:1800". Nothing is ever charged by it. */
export const quoteKey = ({ total }: Pick<Quote, "total">): string => `${total.currency}:${total.amountMinor}`;

/** Whether a form's quote is of the right form at all. */
export function isQuoteKey(value: string): boolean {
  const [currency, amount, ...rest] = value.split(":");
  return rest.length === 0 && isCurrency(currency) && /^\d{1,9}$/.test(amount ?? "");
}
