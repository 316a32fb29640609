import { type LiveSession, maxPriceRates } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { inputValueOf, parseMinor, showPrice } from "./convert-price";
import { priceContext } from "./price-context";
import type { PriceField, TypedPrices } from "./price-schemas";
import type { NewRate } from "./price-rows";

type PriceColumns = Pick<
  LiveSession,
  "pricing" | "priceMinor" | "enteredPriceMinor" | "enteredCurrency" | "highestPriceMinor" | "enteredHighestMinor"
>;

/** What a session, product or offer cost before an edit. */
export type FormerPrices = { session: PriceColumns; rates: NewRate[] };

type StoredPrices = { columns: PriceColumns; rates: NewRate[] };

type PricesContext = Pick<Context, "rates" | "visitor" | "clock" | "settings">;

/** A rate as it was typed, in the currency of the form. */
type TypedRate = Omit<NewRate, "priceMinor">;

/**
 * Returns what is stored of a form's prices. Unchanged ones keep their amounts in pounds; those of products stay in
 * their own currency. Throws invalid.
 */
export function pricesOf(
  ctx: PricesContext,
  form: TypedPrices,
  before: FormerPrices | null,
  { isOfProduct = false } = {},
): StoredPrices {
  const typed = typedRates(ctx, form, before);
  const single = typed.some(({ kind }) => kind === "named") ? [] : [own(form)];
  const highest = form.pricing === "between" ? [parseMinor(form.highestAmount ?? "")] : [];
  const amounts = [...single, ...highest, ...typed.map(({ enteredPriceMinor }) => enteredPriceMinor)];
  const pounds = isOfProduct ? (amountMinor: number) => amountMinor : inPounds(ctx, form, { amounts, before });
  const choices = form.pricing === "rates" || form.pricing === "between" ? amounts : null;
  const lowest = choices ? Math.min(...choices) : own(form);
  return {
    columns: {
      pricing: form.pricing,
      enteredCurrency: form.priceCurrency,
      enteredPriceMinor: lowest,
      priceMinor: pounds(lowest),
      enteredHighestMinor: choices && Math.max(...choices),
      highestPriceMinor: choices && pounds(Math.max(...choices)),
    },
    rates: typed.map((rate) => ({ ...rate, priceMinor: pounds(rate.enteredPriceMinor) })),
  };
}

const own = ({ pricing, price, lowestAmount }: TypedPrices): number =>
  parseMinor((pricing === "between" ? lowestAmount : price) ?? "0");

function typedRates(ctx: PricesContext, form: TypedPrices, before: FormerPrices | null): TypedRate[] {
  switch (form.pricing) {
    case "one":
      return [];
    case "rates":
      return namedRates(form);
    case "early":
      return [earlyRate(ctx, form, before)];
    case "between":
      return [suggestedAmount(form)];
  }
}

const invalid = (message: string, field: PriceField | "pricing") => new DomainError("invalid", message, { field });

const numbers = [1, 2, 3, 4] as const;

function namedRates(form: TypedPrices): TypedRate[] {
  const rates = numbers.flatMap((number): TypedRate[] => {
    const name = form[`rate${number}Name`];
    const price = form[`rate${number}Price`];
    const places = form[`rate${number}Places`];
    if (name === null && price === null && places === null) return [];
    if (name === null) throw invalid("Enter a name for this rate", `rate${number}Name`);
    if (price === null) throw invalid("Enter a price for this rate", `rate${number}Price`);
    return [{ kind: "named", number, name, enteredPriceMinor: parseMinor(price), places, lastDay: null }];
  });
  for (const [index, { name, number }] of rates.entries()) {
    const isKnown = rates.slice(0, index).some((other) => other.name.toLowerCase() === name.toLowerCase());
    if (isKnown) throw invalid("Another rate has this name", fieldOf(number, "Name"));
  }
  if (rates.length < 2)
    throw invalid("Enter at least two rates, or choose one price", fieldOf(rates.length === 0 ? 1 : 2, "Name"));
  return rates;
}

const fieldOf = (number: number, part: "Name" | "Price"): PriceField =>
  `rate${numbers.find((known) => known === number) ?? maxPriceRates}${part}`;

function earlyRate(ctx: PricesContext, form: TypedPrices, before: FormerPrices | null): TypedRate {
  const { earlyPrice, earlyUntil: lastDay, earlyPlaces: places } = form;
  if (earlyPrice === null) throw invalid("Enter the early price", "earlyPrice");
  const enteredPriceMinor = parseMinor(earlyPrice);
  if (enteredPriceMinor >= parseMinor(form.price)) {
    throw invalid("The early price has to be lower than the price after it", "earlyPrice");
  }
  if (lastDay === null && places === null) throw invalid("Choose the last day, or a number of places", "earlyUntil");
  const isKept = before?.rates.some((rate) => rate.lastDay === lastDay) === true;
  if (lastDay !== null && lastDay < priceContext(ctx).today && !isKept) throw invalid("This day is over", "earlyUntil");
  return { kind: "early", number: 1, name: "Early price", enteredPriceMinor, places, lastDay };
}

function suggestedAmount(form: TypedPrices): TypedRate {
  const { lowestAmount, highestAmount, suggestedAmount: suggested } = form;
  if (lowestAmount === null) throw invalid("Enter the lowest amount", "lowestAmount");
  if (highestAmount === null) throw invalid("Enter the highest amount", "highestAmount");
  if (suggested === null) throw invalid("Enter the amount that you suggest", "suggestedAmount");
  const [low, enteredPriceMinor, high] = [parseMinor(lowestAmount), parseMinor(suggested), parseMinor(highestAmount)];
  if (low >= high) throw invalid("The highest amount has to be more than the lowest", "highestAmount");
  if (enteredPriceMinor < low || enteredPriceMinor > high) {
    throw invalid("Suggest an amount between the lowest and the highest", "suggestedAmount");
  }
  return { kind: "suggested", number: 1, name: "Suggested", enteredPriceMinor, places: null, lastDay: null };
}

type ConvertedPrices = { amounts: number[]; before: FormerPrices | null };

/** Returns the amounts in pounds: those of before if all are known from there, so that they stay in proportion. */
function inPounds(
  { rates }: Pick<Context, "rates">,
  { priceCurrency: currency }: TypedPrices,
  { amounts, before }: ConvertedPrices,
): (amountMinor: number) => number {
  const known = before?.session.enteredCurrency === currency ? knownPounds(before) : new Map<number, number>();
  if (amounts.every((amount) => known.has(amount))) return (amount) => known.get(amount) ?? 0;
  return (amountMinor) => {
    const { list } = showPrice({ amountMinor, currency }, "GBP", rates);
    if (list.currency === "GBP") return list.amountMinor;
    const message = `There is no exchange rate for ${currency} right now. Please enter the price in GBP.`;
    throw new DomainError("invalid", message, { field: "price" });
  };
}

function knownPounds({ session, rates }: FormerPrices): Map<number, number> {
  const known = new Map([session, ...rates].map((price) => [price.enteredPriceMinor, price.priceMinor]));
  if (session.enteredHighestMinor !== null) known.set(session.enteredHighestMinor, session.highestPriceMinor ?? 0);
  return known;
}

/** Returns the rates of a session or product as its form is filled with them. */
export function priceTexts(
  session: Pick<PriceColumns, "pricing" | "enteredPriceMinor" | "enteredHighestMinor">,
  rates: NewRate[],
): Record<PriceField, string> {
  const rateTexts = (number: number) => {
    const rate = rates.find((other) => other.kind === "named" && other.number === number);
    return [rate?.name ?? "", rate ? inputValueOf(rate.enteredPriceMinor) : "", String(rate?.places ?? "")] as const;
  };
  const [rate1Name, rate1Price, rate1Places] = rateTexts(1);
  const [rate2Name, rate2Price, rate2Places] = rateTexts(2);
  const [rate3Name, rate3Price, rate3Places] = rateTexts(3);
  const [rate4Name, rate4Price, rate4Places] = rateTexts(4);
  const early = rates.find(({ kind }) => kind === "early");
  const suggested = rates.find(({ kind }) => kind === "suggested");
  const isBetween = session.pricing === "between";
  return {
    rate1Name,
    rate1Price,
    rate1Places,
    rate2Name,
    rate2Price,
    rate2Places,
    rate3Name,
    rate3Price,
    rate3Places,
    rate4Name,
    rate4Price,
    rate4Places,
    earlyPrice: early ? inputValueOf(early.enteredPriceMinor) : "",
    earlyUntil: early?.lastDay ?? "",
    earlyPlaces: String(early?.places ?? ""),
    lowestAmount: isBetween ? inputValueOf(session.enteredPriceMinor) : "",
    highestAmount: isBetween ? inputValueOf(session.enteredHighestMinor ?? 0) : "",
    suggestedAmount: suggested ? inputValueOf(suggested.enteredPriceMinor) : "",
  };
}

/** Returns the rates of a copy of a session; an early price whose last day is over only with its places. */
export function ratesOfCopy(rates: NewRate[], today: string): NewRate[] {
  return rates.map(({ kind, number, name, priceMinor, enteredPriceMinor, places, lastDay }) => ({
    kind,
    number,
    name,
    priceMinor,
    enteredPriceMinor,
    places,
    lastDay: lastDay !== null && lastDay >= today ? lastDay : null,
  }));
}
