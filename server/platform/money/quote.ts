import type { DiscountTerms } from "@db/schema";
import { uuidPattern } from "../../core/input-schemas";
import { type Currency, formatPrice, isCurrency, type Money } from "../../core/money";
import type { Rate, Rates } from "../../core/services";
import { convertMinor } from "./convert-price";

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
