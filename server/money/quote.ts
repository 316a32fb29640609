import type { Rate, Rates } from "../core/ports";
import { type Currency, isCurrency, type Money } from "../core/money";
import { convertPrice, type ListPrice } from "./convert-price";
import { discountOn, type DiscountTerms } from "./discount";

export type SessionPrice = { priceMinor: number; enteredPriceMinor: number; enteredCurrency: Currency };

/** `discount` is null without a code or a rate. `isBelowMinimum`: the rest is too small to charge, so it is free. */
export type Quote = {
  list: Money;
  discount: Money | null;
  total: Money;
  rate: Rate | null;
  isBelowMinimum: boolean;
};

/** Stripe's minimum charges: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const minimumChargeMinor: Record<Currency, number> = { GBP: 30, EUR: 50, USD: 50 };

/** Uses the typed price in its own currency, else the GBP price converted to a whole number of at least 1. */
export function quotePrice(
  session: SessionPrice,
  currency: Currency,
  rates: Rates,
  terms: DiscountTerms | null = null,
): Quote {
  return quoteList(listPrice(session, currency, rates), rates, terms);
}

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

/** A form's quote, compared with a new one before charging. */
export const quoteKey = ({ total }: Pick<Quote, "total">): string => `${total.currency}:${total.amountMinor}`;

export function isQuoteKey(value: string): boolean {
  const [currency, amount, ...rest] = value.split(":");
  return rest.length === 0 && isCurrency(currency) && /^\d{1,9}$/.test(amount ?? "");
}
