import type { PriceRate, DiscountTerms } from "@db/schema";
import { type Currency, formatAmount, formatPrice, type Money } from "../../core/money";
import type { Rate, Rates } from "../../core/services";
import { parseMinor, typedAmount, listPrices, type StoredPrice } from "./convert-price";
import { minimumChargeMinor, type PricedTicket } from "./quote";

/** The columns of a session or product that say what it costs. */
type SessionPriceColumns = StoredPrice & {
  pricing: "one" | "early" | "rates" | "between";
  enteredCurrency: Currency;
  /** The currency of `priceMinor`; pounds if absent. */
  baseCurrency?: Currency;
  highestPriceMinor: number | null;
  enteredHighestMinor: number | null;
};

/** A row of `price_rates` with what is booked, held or sold at it. */
export type TakenRate = Omit<PriceRate, "sessionId" | "productId" | "offerId"> & { taken: number };

/** What a session or product costs: its columns and its rates. */
export type SessionPricing<Session extends SessionPriceColumns = SessionPriceColumns> = {
  /** The columns; those of a product are put as a session has them. */
  session: Session;
  priceRates: TakenRate[];
  /** What the visitor's membership takes off. */
  memberTerms?: DiscountTerms | null;
};

export type PriceChoice = {
  quantity: number;
  /** The number of a rate for each ticket; the first rate that has places left for those without. */
  chosenRates?: number[] | undefined;
  /** The amount for each ticket, as typed in the currency that is shown. */
  amount?: string | undefined;
};

type PriceContext = { currency: Currency; rates: Rates; today: string };

/** The lowest price of a session and, of several, the highest. */
type PriceRange = { lowest: Money; highest: Money | null };

/** Returns what lists and data show as the price of a session. `priceRates` is needed where there is an early price. */
export function priceRangeOf({ session, priceRates }: SessionPricing, ctx: PriceContext): PriceRange {
  const { highestPriceMinor, enteredHighestMinor } = session;
  const lowest = earlyPriceOf({ session, priceRates }, ctx.today) ?? session;
  const highest = { priceMinor: highestPriceMinor ?? 0, enteredPriceMinor: enteredHighestMinor ?? 0 };
  const { currency, amounts } = listPrices([lowest, highest], session, ctx);
  const [from = 0, to = 0] = amounts;
  const charged = (amountMinor: number) => (amountMinor < minimumChargeMinor[currency] ? 0 : amountMinor);
  return rangeOf(currency, charged(from), highestPriceMinor === null ? null : charged(to));
}

export const printRange = ({ lowest, highest }: PriceRange, print = formatPrice): string =>
  highest ? `${print(lowest)} to ${print(highest)}` : print(lowest);

type EnteredPrice = Pick<SessionPriceColumns, "enteredPriceMinor" | "enteredHighestMinor" | "enteredCurrency">;

/** Returns the price of a session as the instructor typed it. */
export function printEntered({
  enteredPriceMinor,
  enteredHighestMinor,
  enteredCurrency: currency,
}: EnteredPrice): string {
  return printRange(rangeOf(currency, enteredPriceMinor, enteredHighestMinor));
}

/** Returns the price of a session in pounds, as it was converted when it was saved. */
export const printPounds = ({
  priceMinor,
  highestPriceMinor,
}: Pick<SessionPriceColumns, "priceMinor" | "highestPriceMinor">) =>
  printRange(rangeOf("GBP", priceMinor, highestPriceMinor), formatAmount);

const rangeOf = (currency: Currency, lowest: number, highest: number | null): PriceRange => ({
  lowest: { amountMinor: lowest, currency },
  highest: highest === null || highest === lowest ? null : { amountMinor: highest, currency },
});

/** Returns the rates to choose from; none where there is another kind of price. */
export const namedRatesOf = ({ session: { pricing }, priceRates }: SessionPricing): TakenRate[] =>
  pricing === "rates" ? priceRates.filter(({ kind }) => kind === "named") : [];

/** Returns the early price where a place can still be booked at it. */
export function earlyPriceOf(
  { session: { pricing }, priceRates }: SessionPricing,
  today: string,
): TakenRate | undefined {
  if (pricing !== "early") return undefined;
  return priceRates.find(
    (rate) => rate.kind === "early" && (rate.lastDay === null || today <= rate.lastDay) && freeAt(rate) !== 0,
  );
}

/** Returns how many places are left at a rate; null without a limit. */
export const freeAt = ({ places, taken }: Pick<TakenRate, "places" | "taken">): number | null =>
  places === null ? null : Math.max(0, places - taken);

type PricedTickets = {
  currency: Currency;
  rate: Rate | null;
  tickets: PricedTicket[];
  /** Why the typed amount can't be paid. The tickets then cost what is suggested. */
  refusal: string | null;
};

/** Returns what each of the chosen tickets costs before any discount. */
export function priceTickets(pricing: SessionPricing, choice: PriceChoice, ctx: PriceContext): PricedTickets {
  switch (pricing.session.pricing) {
    case "rates":
      return atRates(pricing, choice, ctx);
    case "between":
      return atAmount(pricing, choice, ctx);
    default:
      return atEarlyPrice(pricing, choice, ctx);
  }
}

function atRates(pricing: SessionPricing, { quantity, chosenRates = [] }: PriceChoice, ctx: PriceContext) {
  const rows = namedRatesOf(pricing);
  const { amounts, ...money } = listPrices(rows, pricing.session, ctx);
  const tickets = Array.from({ length: quantity }, (_, ticket) => {
    const rate = rateFor(rows, chosenRates[ticket]);
    const listMinor = (rate && amounts[rows.indexOf(rate)]) ?? 0;
    return { listMinor, choice: String(rate?.number ?? 1), rate: rate ? named(rate) : null };
  });
  return { ...money, tickets, refusal: null };
}

/** Returns the rate that was chosen; without a choice, the standard one, or the next one that has places left. */
export function rateFor(rows: TakenRate[], chosen: number | undefined): TakenRate | undefined {
  const proposed = inOrderOfProposal(rows);
  return rows.find(({ number }) => number === chosen) ?? proposed.find((rate) => freeAt(rate) !== 0) ?? proposed[0];
}

/** The standard rate is the middle one, of an even number the lower of the two: it comes first, then what is cheaper. */
function inOrderOfProposal(rows: TakenRate[]): TakenRate[] {
  const byPrice = rows.toSorted((a, b) => a.priceMinor - b.priceMinor || a.number - b.number);
  const dearer = Math.ceil(byPrice.length / 2);
  return [...byPrice.slice(0, dearer).reverse(), ...byPrice.slice(dearer)];
}

const named = ({ id, name }: TakenRate) => ({ id, name });

function atEarlyPrice(pricing: SessionPricing, { quantity }: PriceChoice, ctx: PriceContext): PricedTickets {
  const early = earlyPriceOf(pricing, ctx.today);
  const prices = early ? [pricing.session, early] : [pricing.session];
  const { amounts, ...money } = listPrices(prices, pricing.session, ctx);
  const free = early ? (freeAt(early) ?? quantity) : 0;
  const tickets = Array.from({ length: quantity }, (_, ticket) => {
    const isEarly = early !== undefined && ticket < free;
    return { listMinor: amounts[isEarly ? 1 : 0] ?? 0, choice: null, rate: isEarly ? named(early) : null };
  });
  return { ...money, tickets, refusal: null };
}

function atAmount(pricing: SessionPricing, { quantity, amount }: PriceChoice, ctx: PriceContext): PricedTickets {
  const { lowest, highest, suggested, rate } = amountsOf(pricing, ctx);
  const typed = amount?.trim().replace(/^[£€$]\s*/, "");
  const refusal = typed ? refusalOf(typed, { lowest, highest }) : null;
  const listMinor = typed && refusal === null ? parseMinor(typed) : suggested.amountMinor;
  const tickets = Array.from({ length: quantity }, () => ({ listMinor, choice: "a", rate: null }));
  return { currency: lowest.currency, rate, tickets, refusal };
}

/** Returns the lowest, the suggested and the highest amount that can be paid where any amount between two can. */
export function amountsOf({ session, priceRates }: SessionPricing, ctx: PriceContext) {
  const highest = {
    priceMinor: session.highestPriceMinor ?? session.priceMinor,
    enteredPriceMinor: session.enteredHighestMinor ?? session.enteredPriceMinor,
  };
  const suggested = priceRates.find(({ kind }) => kind === "suggested") ?? session;
  const { currency, rate, amounts } = listPrices([session, suggested, highest], session, ctx);
  const [low = 0, middle = 0, high = 0] = amounts;
  const money = (amountMinor: number): Money => ({ amountMinor, currency });
  return { lowest: money(low), suggested: money(middle), highest: money(high), rate };
}

function refusalOf(typed: string, { lowest, highest }: { lowest: Money; highest: Money }): string | null {
  if (!typedAmount.test(typed)) return "Enter an amount such as 20 or 17.50";
  const amountMinor = parseMinor(typed);
  if (amountMinor < lowest.amountMinor || amountMinor > highest.amountMinor) {
    return `Enter an amount from ${inWords(lowest)} to ${inWords(highest)}`;
  }
  const least = { ...lowest, amountMinor: minimumChargeMinor[lowest.currency] };
  if (amountMinor === 0 || amountMinor >= least.amountMinor) return null;
  return `A card can’t be charged less than ${formatPrice(least)}`;
}

const inWords = (money: Money): string => (money.amountMinor === 0 ? "0" : formatPrice(money));
