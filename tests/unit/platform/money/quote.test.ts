import { expect, test } from "vitest";
import { isQuoteKey, quoteKey } from "@server/platform/money/quote";
import { fixedRates } from "@server/platform/money/convert-price";
import type { Rates } from "@server/core/services";
import { quoteOne } from "../../../support/quote-one";

const pounds = (amount: number) => ({
  priceMinor: amount * 100,
  enteredPriceMinor: amount * 100,
  enteredCurrency: "GBP" as const,
});
const noRates: Rates = { rate: () => null };

test("quotes the entered price, to the penny, in its own currency", () => {
  const session = { priceMinor: 1696, enteredPriceMinor: 1995, enteredCurrency: "EUR" as const };
  expect(quoteOne(session, "EUR", fixedRates)).toEqual({
    list: { amountMinor: 1995, currency: "EUR" },
    discount: null,
    total: { amountMinor: 1995, currency: "EUR" },
    rate: null,
    isBelowMinimum: false,
  });
});

test("quotes other currencies from the pound price, rounded to a whole number", () => {
  const entered = { priceMinor: 1696, enteredPriceMinor: 1995, enteredCurrency: "EUR" as const };
  expect(quoteOne(entered, "USD", fixedRates).total).toEqual({ amountMinor: 2200, currency: "USD" });
  expect(quoteOne(entered, "GBP", fixedRates).total).toEqual({ amountMinor: 1700, currency: "GBP" });
  expect(quoteOne(pounds(18), "EUR", fixedRates)).toMatchObject({
    total: { amountMinor: 2100, currency: "EUR" },
    rate: "1.17",
  });
});

test("never converts a small price to zero", () => {
  const tiny = { priceMinor: 40, enteredPriceMinor: 40, enteredCurrency: "GBP" as const };
  expect(quoteOne(tiny, "EUR", fixedRates).total).toEqual({ amountMinor: 100, currency: "EUR" });
});

test("a free session is free in every currency", () => {
  expect(quoteOne(pounds(0), "USD", fixedRates)).toMatchObject({ total: { amountMinor: 0 }, isBelowMinimum: false });
});

test("quotes the pound price when there is no rate", () => {
  expect(quoteOne(pounds(18), "USD", noRates).total).toEqual({ amountMinor: 1800, currency: "GBP" });
});

test.each([
  ["GBP", 29, 0],
  ["GBP", 30, 30],
  ["EUR", 49, 0],
  ["EUR", 50, 50],
  ["USD", 49, 0],
  ["USD", 50, 50],
] as const)("charges %s %i as %i: amounts below Stripe's minimum are free", (currency, amountMinor, charged) => {
  const session = { priceMinor: amountMinor, enteredPriceMinor: amountMinor, enteredCurrency: currency };
  const quote = quoteOne(session, currency, fixedRates);
  expect(quote.total.amountMinor).toBe(charged);
  expect(quote.isBelowMinimum).toBe(charged === 0);
});

test("a quote key names currency and amount, and no other text is valid", () => {
  expect(quoteKey(quoteOne(pounds(18), "GBP", fixedRates))).toBe("GBP:1800");
  expect(isQuoteKey("GBP:1800")).toBe(true);
  for (const text of ["", "GBP", "GBP:", "GBP:-1", "CHF:1800", "GBP:18.00", "GBP:1800:1", "GBP:9999999999"]) {
    expect(isQuoteKey(text), text).toBe(false);
  }
});
