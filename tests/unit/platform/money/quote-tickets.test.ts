import type { DiscountTerms } from "@db/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fixedRates } from "@server/platform/money/convert-price";
import { isQuoteKey, quoteKey, quoteTickets, splitInProportion } from "@server/platform/money/quote";
import {
  type PriceChoice,
  priceTickets,
  type SessionPricing,
  type TakenRate,
} from "@server/platform/money/session-price";

const percent = (percentage: number): DiscountTerms => ({ type: "percentage", percentage });
const off = (amountMinor: number): DiscountTerms => ({ type: "fixed_amount", amountMinor, currency: "GBP" });

const rate = (number: number, name: string, priceMinor: number, values: Partial<TakenRate> = {}): TakenRate => ({
  id: name,
  kind: "named",
  number,
  name,
  priceMinor,
  enteredPriceMinor: priceMinor,
  places: null,
  lastDay: null,
  taken: 0,
  ...values,
});

const columns = { priceMinor: 1200, enteredPriceMinor: 1200, enteredCurrency: "GBP" as const };
const range = { highestPriceMinor: 3000, enteredHighestMinor: 3000 };
const withRates: SessionPricing = {
  session: { ...columns, ...range, pricing: "rates" },
  priceRates: [rate(1, "Supporter", 3000), rate(2, "Standard", 2200), rate(3, "Low income", 1200)],
};
const early: SessionPricing = {
  session: {
    ...columns,
    priceMinor: 2200,
    enteredPriceMinor: 2200,
    pricing: "early",
    highestPriceMinor: null,
    enteredHighestMinor: null,
  },
  priceRates: [rate(1, "Early price", 1500, { kind: "early", places: 3, taken: 2 })],
};
const between: SessionPricing = {
  session: { ...columns, ...range, pricing: "between" },
  priceRates: [rate(1, "Suggested", 2000, { kind: "suggested" })],
};

const inPounds = { currency: "GBP" as const, rates: fixedRates, today: "2026-11-26" };

type CodeCase = [string, SessionPricing, Omit<PriceChoice, "quantity">, DiscountTerms | null, [number, number]];

// The one rule for codes: a percentage is taken off each ticket, a fixed amount once off all of them.
test.each([
  ["rates", withRates, { chosenRates: [1, 3] }, null, [3000, 1200]],
  ["rates", withRates, { chosenRates: [1, 3] }, percent(15), [2550, 1020]],
  ["rates", withRates, { chosenRates: [1, 3] }, off(500), [2643, 1057]],
  ["rates", withRates, { chosenRates: [3, 3] }, off(501), [950, 949]],
  ["rates", withRates, { chosenRates: [3, 3] }, percent(100), [0, 0]],
  ["rates", withRates, { chosenRates: [3, 3] }, off(2380), [0, 0]],
  ["an early price", early, {}, null, [1500, 2200]],
  ["an early price", early, {}, percent(10), [1350, 1980]],
  ["an early price", early, {}, off(700), [1216, 1784]],
  ["any amount", between, { amount: "17.55" }, null, [1755, 1755]],
  ["any amount", between, { amount: "17,55" }, percent(10), [1579, 1579]],
  ["any amount", between, { amount: "£17.55" }, off(101), [1705, 1704]],
  ["any amount", between, {}, percent(50), [1000, 1000]],
] satisfies CodeCase[])("two tickets at %s share what a code leaves", (_, pricing, choice, terms, shares) => {
  const quote = quoteTickets(priceTickets(pricing, { quantity: 2, ...choice }, inPounds), fixedRates, terms);
  expect(quote.tickets?.map(({ shareMinor }) => shareMinor)).toEqual(shares);
  expect(quote.total.amountMinor).toBe(shares[0] + shares[1]);
  expect(quote.list.amountMinor - (quote.discount?.amountMinor ?? 0)).toBeGreaterThanOrEqual(quote.total.amountMinor);
  expect(isQuoteKey(quoteKey(quote))).toBe(true);
});

test("leaves the cheapest tickets to be paid with money, in their order", () => {
  const priced = priceTickets(withRates, { quantity: 3, chosenRates: [3, 1, 2] }, inPounds);
  expect(quoteTickets(priced, fixedRates, null, 2).tickets?.map(({ index }) => index)).toEqual([0, 2]);
});

test.each([
  ["12", null],
  ["30", null],
  ["11.99", "Enter an amount from £12 to £30"],
  ["30.01", "Enter an amount from £12 to £30"],
  ["a lot", "Enter an amount such as 20 or 17.50"],
  ["-5", "Enter an amount such as 20 or 17.50"],
])("answers an amount of %s with %s", (amount, refusal) => {
  expect(priceTickets(between, { quantity: 1, amount }, inPounds).refusal).toBe(refusal);
});

test("takes nothing, or what a card can be charged, where the lowest amount is 0", () => {
  const fromNothing = { ...between, session: { ...between.session, priceMinor: 0, enteredPriceMinor: 0 } };
  const refusalOf = (amount: string) => priceTickets(fromNothing, { quantity: 1, amount }, inPounds).refusal;
  expect([refusalOf("0"), refusalOf("0.30"), refusalOf("0.29")]).toEqual([
    null,
    null,
    "A card can’t be charged less than £0.30",
  ]);
});

test("ends an early price with its places and after its last day", () => {
  const until = (lastDay: string) => ({
    ...early,
    priceRates: early.priceRates.map((price) => ({ ...price, places: null, lastDay })),
  });
  const pricesOf = (pricing: SessionPricing) =>
    priceTickets(pricing, { quantity: 2 }, inPounds).tickets.map(({ listMinor }) => listMinor);
  expect(pricesOf(until("2026-11-26"))).toEqual([1500, 1500]);
  expect(pricesOf(until("2026-11-25"))).toEqual([2200, 2200]);
});

test("quotes every rate in pounds when one can't be converted", () => {
  const quote = priceTickets(
    withRates,
    { quantity: 1, chosenRates: [2] },
    { ...inPounds, currency: "EUR", rates: { rate: () => null } },
  );
  expect(quote).toMatchObject({ currency: "GBP", tickets: [{ listMinor: 2200 }] });
});

test("splits any amount into shares that add up to it", () => {
  const weights = fc.array(fc.nat({ max: 99_999_999 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.nat({ max: 99_999_999 }), weights, (amount, parts) => {
      const shares = splitInProportion(amount, parts);
      const total = parts.some((part) => part > 0) ? amount : 0;
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
    }),
  );
});
