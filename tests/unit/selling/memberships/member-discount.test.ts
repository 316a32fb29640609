import { choosePrice, quote } from "@server/catalogue/discounts/chosen-price";
import { priceFor } from "@server/selling/memberships/plans/describe-plan";
import { expect, test } from "vitest";

const noRates = { rate: () => null };
const ctx = {
  visitor: { currency: "GBP" },
  rates: noRates,
  clock: { now: () => new Date("2026-11-02T10:00:00Z") },
  settings: { siteTimeZone: "Europe/London" },
} as unknown as Parameters<typeof choosePrice>[0];

const pricingOf = (priceMinor: number, percentage: number) => ({
  session: {
    pricing: "one" as const,
    priceMinor,
    enteredPriceMinor: priceMinor,
    enteredCurrency: "GBP" as const,
    highestPriceMinor: null,
    enteredHighestMinor: null,
  },
  priceRates: [],
  memberTerms: { type: "percentage" as const, percentage },
});
const chosenOf = (priceMinor: number, percentage: number, quantity = 1) =>
  choosePrice(ctx, pricingOf(priceMinor, percentage), { quantity });

test.each([
  [2000, 20, 1, 1600],
  [1999, 15, 2, 3398],
  [0, 20, 1, 0],
])("of %i takes %i%% for %i: %i", (priceMinor, percentage, quantity, total) => {
  expect(quote(chosenOf(priceMinor, percentage, quantity), null).total.amountMinor).toBe(total);
});

test("takes off what a code does if that is more, and never both", () => {
  const byCode = quote(chosenOf(2000, 20), { type: "percentage", percentage: 25 });
  expect(byCode.total.amountMinor).toBe(1500);
  expect(byCode.memberTerms).toBeUndefined();
});

test.each([20, 10])("refuses a code of %i%% that is worth no more", (percentage) => {
  expect(() => quote(chosenOf(2000, 20), { type: "percentage", percentage })).toThrow(
    "Your membership takes at least as much off",
  );
});

test.each([
  ["month", 4000],
  ["year", 40_000],
] as const)("costs by the %s: %i", (interval, priceMinor) => {
  expect(priceFor({ monthlyMinor: 4000, yearlyMinor: 40_000 }, interval)).toBe(priceMinor);
});

test("has no price for an interval that is not sold", () => {
  expect(priceFor({ monthlyMinor: 4000, yearlyMinor: null }, "year")).toBeNull();
});
