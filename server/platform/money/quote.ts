import type { DiscountTerms } from "@db/schema";
import { uuidPattern } from "../../core/input-schemas";
import { type Currency, formatAmount, formatPrice, isCurrency, type Money } from "../../core/money";
import type { Rate, Rates } from "../../core/services";
import { convertMinor, convertPrice, type ListPrice } from "./convert-price";

export type SessionPrice = { priceMinor: number; enteredPriceMinor: number; enteredCurrency: Currency };

/** A rate, or an early price, at which a ticket is booked. */
type TicketRate = { id: string; name: string };

export type PricedTicket = {
  listMinor: number;
  /** What was chosen: the number of a rate, or `a` for an amount; null without a choice. */
  choice: string | null;
  rate: TicketRate | null;
};

/** A ticket of a quote. `index` is its place among all tickets of the booking; `shareMinor` is what it costs in the end. */
export type AgreedTicket = PricedTicket & { index: number; shareMinor: number };

/**
 * The price of all tickets together. `isBelowMinimum`: what is left after the discount is too small to charge, so it is
 * free.
 */
export type Quote = {
  list: Money;
  discount: Money | null;
  total: Money;
  rate: Rate | null;
  isBelowMinimum: boolean;
  /** What a membership takes off, where that is the discount. */
  memberTerms?: DiscountTerms;
  /** What each ticket costs, where they may differ: at a session with rates, an early price or any amount. */
  tickets?: AgreedTicket[];
};

/** Stripe's minimum charges (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const minimumChargeMinor: Record<Currency, number> = { GBP: 30, EUR: 50, USD: 50 };

/** Uses the typed price in its own currency, else the GBP price converted to a whole number of at least 1. */
export function quotePrice(
  session: SessionPrice,
  currency: Currency,
  rates: Rates,
  terms: DiscountTerms | null = null,
  quantity = 1,
): Quote {
  return quoteList(listPrice(session, currency, rates), rates, terms, quantity);
}

export function quoteList(
  { list: each, rate }: ListPrice,
  rates: Rates,
  terms: DiscountTerms | null,
  quantity = 1,
): Quote {
  const list = { ...each, amountMinor: each.amountMinor * quantity };
  const discountMinor = terms && discountOnTickets(each, quantity, terms, rates);
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

type KeyedQuote = Pick<Quote, "total" | "tickets">;

/** Returns the key that a form carries of a quote, compared with a new one before charging. Chosen prices are part of it. */
export const quoteKey = ({ total, tickets = [] }: KeyedQuote): string =>
  [total.currency, ...chosenPrices(tickets), total.amountMinor].join(":");

/** Returns how many tickets were chosen at which rates or amounts; nothing where there was no choice. */
function chosenPrices(tickets: AgreedTicket[]): string[] {
  const chosen = tickets.flatMap(({ choice, listMinor }) => (choice === null ? [] : `${choice}.${listMinor}`));
  const counted = [...new Set(chosen)].sort();
  if (counted.length === 0) return [];
  return [counted.map((price) => `${chosen.filter((other) => other === price).length}x${price}`).join("+")];
}

const chosenPart = /^[1-9]x[a1-4]\.\d{1,9}(\+[1-9]x[a1-4]\.\d{1,9})*$/;

/** Returns the part of a key that says what was chosen; null without a choice. */
export const chosenIn = (key: string): string | null => key.split(":").find((part) => chosenPart.test(part)) ?? null;

/** Returns the key of what a pass pays: which one, how many credits, and what is left to pay by card, if anything is. */
export const passQuoteKey = (passId: string, credits: number, rest: KeyedQuote | null = null): string =>
  [`pass:${passId}:${credits}`, ...(rest ? [quoteKey(rest)] : [])].join(":");

const passPart = new RegExp(`^pass:${uuidPattern}:\\d{1,3}`);

/** Returns whether a key is that of a quote which a pass pays as a whole. */
export const isWhollyByPass = (key: string): boolean => passPart.exec(key)?.[0] === key;

/** What gift cards pay, behind the price: which, what leaves each, and what it pays of the price. */
const giftKeys = new RegExp(`(?:\\+gift:${uuidPattern}:\\d{1,9}:\\d{1,9}){0,5}$`);

export function isQuoteKey(key: string): boolean {
  const value = key.replace(giftKeys, "");
  if (isWhollyByPass(value)) return true;
  const parts = value.replace(passPart, "").replace(/^:/, "").split(":");
  const plain = parts.filter((part) => !chosenPart.test(part));
  const [currency, amount, terms, ...rest] = plain;
  const isTerms = terms === undefined || /^[0-9a-f]{16}$/.test(terms);
  const isChosenOnce = parts.length - plain.length <= 1;
  return rest.length === 0 && isChosenOnce && isTerms && isCurrency(currency) && /^\d{1,9}$/.test(amount ?? "");
}

export const isFreeQuote = (key: string): boolean => key.endsWith(":0");

/** Returns minor units in the price's currency, rounded half up, at most the price; null if there is no rate. */
export function discountOn(price: Money, terms: DiscountTerms, rates: Rates): number | null {
  if (terms.type === "percentage") return percentageOf(price.amountMinor, terms.percentage);
  const rate = rates.rate(terms.currency, price.currency);
  return rate === null ? null : Math.min(price.amountMinor, convertMinor(terms.amountMinor, rate, 1));
}

/**
 * Returns the discount on tickets: a percentage is taken off each and rounded there, a fixed amount is taken off once.
 */
export function discountOnTickets(each: Money, quantity: number, terms: DiscountTerms, rates: Rates): number | null {
  if (terms.type === "percentage") return quantity * percentageOf(each.amountMinor, terms.percentage);
  return discountOn({ ...each, amountMinor: each.amountMinor * quantity }, terms, rates);
}

/** Splits an amount into shares that differ by at most 1 and add up to it, the larger ones first. */
export function splitEvenly(amountMinor: number, parts: number): number[] {
  const rest = amountMinor % parts;
  return Array.from({ length: parts }, (_, index) => (amountMinor - rest) / parts + (index < rest ? 1 : 0));
}

export function percentageOf(amountMinor: number, percentage: number): number {
  const doubled = 2n * BigInt(amountMinor) * BigInt(percentage);
  return Number((doubled + 100n) / 200n);
}

export function describeTerms(terms: DiscountTerms): string {
  return terms.type === "percentage" ? `${terms.percentage}% off` : `${formatPrice(terms)} off`;
}

/** `paymentStatus` is absent for purchases. */
type AgreedPrice = {
  totalMinor: number;
  currency: Currency;
  status: string;
  paymentStatus?: string;
  completedAt: Date | null;
  /** What pays for a booking beside money, or in place of it, and how much; absent for purchases. */
  payerKind?: keyof typeof payers | null;
  payerShare?: number | null;
};

/**
 * Returns whether an order is free. A cancelled one is if it was completed and its payment status is not that of a paid
 * one.
 */
export function isFreeOrder({
  totalMinor,
  status,
  paymentStatus = status,
  completedAt,
}: Omit<AgreedPrice, "currency">) {
  return totalMinor === 0 || paymentStatus === "free" || (paymentStatus === "cancelled" && completedAt !== null);
}

export function printTotal(agreedPrice: AgreedPrice): string {
  const { currency, payerKind, payerShare, ...agreed } = agreedPrice;
  const payer = payerKind ? payers[payerKind] : null;
  if (payer && isFreeOrder(agreed)) return payer.alone;
  const amount = isFreeOrder(agreed) ? "Free" : formatAmount({ amountMinor: agreed.totalMinor, currency });
  return payer ? `${amount} and ${payer.beside(payerShare ?? 0)}` : amount;
}

type RatedPrice = { priceRateName: string | null; listPriceMinor: number; currency: Currency };

/** Returns the rate at which a product was bought, for those who pay and who are paid: "Low income at £90.00". */
export const printRate = ({ priceRateName, listPriceMinor: amountMinor, currency }: RatedPrice): string | null =>
  priceRateName === null ? null : `${priceRateName} at ${formatAmount({ amountMinor, currency })}`;

export const printCredits = (credits: number): string => (credits === 1 ? "1 credit" : `${credits} credits`);

const payers = {
  pass: { alone: "Paid with a pass", beside: printCredits },
  membership: { alone: "Covered by a membership", beside: () => "a membership" },
  course: { alone: "Paid with its course", beside: () => "its course" },
};

type DiscountedPrice = AgreedPrice & { discountTerms: DiscountTerms | null; appliedDiscountCode: string | null };

export function printDiscount({ discountTerms, appliedDiscountCode, ...agreed }: DiscountedPrice): string | null {
  const isWaived = agreed.totalMinor > 0 && isFreeOrder(agreed);
  return discountTerms && !isWaived
    ? `${describeTerms(discountTerms)} with ${appliedDiscountCode ?? "a membership"}`
    : null;
}
