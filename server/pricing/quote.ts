import { isCurrency, type Currency, type Money } from "./money";
import { convertMinor, type Rate, type Rates } from "./rates";

/** What a session's row says of its price. */
export type SessionPrice = { priceMinor: number; enteredPriceMinor: number; enteredCurrency: Currency };

/** What one place costs one visitor now. `isBelowMinimum`: too small to charge, so it became free. */
export type Quote = { list: Money; total: Money; rate: Rate | null; isBelowMinimum: boolean };

/** Stripe refuses to charge less (minor units). https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const minimumChargeMinor: Record<Currency, number> = { GBP: 30, EUR: 50, USD: 50 };

/**
 * The price of one place in the visitor's currency: as typed where she uses the entered currency, otherwise the
 * saved GBP price converted and rounded to a whole number, never below 1 while there is a price.
 */
export function quotePrice(session: SessionPrice, currency: Currency, rates: Rates): Quote {
  const { list, rate } = listPrice(session, currency, rates);
  const isBelowMinimum = list.amountMinor > 0 && list.amountMinor < minimumChargeMinor[list.currency];
  return { list, total: isBelowMinimum ? { ...list, amountMinor: 0 } : list, rate, isBelowMinimum };
}

function listPrice(session: SessionPrice, currency: Currency, rates: Rates): { list: Money; rate: Rate | null } {
  if (session.priceMinor === 0) return { list: { amountMinor: 0, currency }, rate: null };
  if (currency === session.enteredCurrency) {
    return { list: { amountMinor: session.enteredPriceMinor, currency }, rate: null };
  }
  const rate = rates.rate("GBP", currency);
  if (rate === null) return { list: { amountMinor: session.priceMinor, currency: "GBP" }, rate: null };
  return { list: { amountMinor: Math.max(100, convertMinor(session.priceMinor, rate, 100)), currency }, rate };
}

/** The quote as a form carries it, to be compared with a new one: "GBP:1800". Nothing is ever charged by it. */
export const quoteKey = ({ total }: Quote): string => `${total.currency}:${total.amountMinor}`;

/** Whether a form's quote is of the right form at all. */
export function isQuoteKey(value: string): boolean {
  const [currency, amount, ...rest] = value.split(":");
  return rest.length === 0 && isCurrency(currency) && /^\d{1,9}$/.test(amount ?? "");
}
