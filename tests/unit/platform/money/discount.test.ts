import type { DiscountTerms } from "@db/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeTerms, discountOn, minimumChargeMinor, splitEvenly } from "@server/platform/money/quote";
import { currencies, type Money } from "@server/core/money";
import { fixedRates } from "@server/platform/money/convert-price";
import type { Rates } from "@server/core/services";
import { quoteOne } from "../../../support/quote-one";

const percent = (percentage: number): DiscountTerms => ({ type: "percentage", percentage });
const off = (amountMinor: number, currency: Money["currency"] = "GBP"): DiscountTerms => ({
  type: "fixed_amount",
  amountMinor,
  currency,
});
const pounds = (amountMinor: number): Money => ({ amountMinor, currency: "GBP" });

test.each([
  [1800, 20, 360],
  [1995, 10, 200], // 199.5: half a penny goes up
  [1994, 10, 199],
  [1, 50, 1],
  [1, 49, 0],
  [1800, 100, 1800],
])("of %i pence, %i per cent is %i", (price, percentage, discount) => {
  expect(discountOn(pounds(price), percent(percentage), fixedRates)).toBe(discount);
});

test("converts a fixed amount from its own currency, to the cent", () => {
  expect(discountOn({ amountMinor: 2100, currency: "EUR" }, off(500), fixedRates)).toBe(585);
  expect(discountOn({ amountMinor: 2300, currency: "USD" }, off(550, "EUR"), fixedRates)).toBe(600); // 599.5
  expect(discountOn(pounds(300), off(500), fixedRates)).toBe(300);
});

test.each([
  ["GBP", percent(10), 180, 1620],
  ["EUR", off(500), 585, 1515],
  ["USD", percent(10), 230, 2070],
] as const)("£18 in %s less a code is the list price less the discount", (currency, terms, discount, total) => {
  const session = { priceMinor: 1800, enteredPriceMinor: 1800, enteredCurrency: "GBP" as const };
  expect(quoteOne(session, currency, fixedRates, terms)).toMatchObject({
    discount: { amountMinor: discount, currency },
    total: { amountMinor: total, currency },
  });
});

test("applies no discount that cannot be converted", () => {
  const noRates: Rates = { rate: () => null };
  expect(discountOn(pounds(1800), off(500, "EUR"), noRates)).toBeNull();
  const session = { priceMinor: 1800, enteredPriceMinor: 1800, enteredCurrency: "GBP" as const };
  expect(quoteOne(session, "GBP", noRates, off(500, "EUR"))).toMatchObject({
    discount: null,
    total: { amountMinor: 1800 },
  });
});

test("describes terms as they were entered", () => {
  expect(describeTerms(percent(20))).toBe("20% off");
  expect(describeTerms(off(500))).toBe("£5 off");
  expect(describeTerms(off(550, "EUR"))).toBe("€5.50 off");
});

const discountOnTickets = (each: Money, quantity: number, terms: DiscountTerms, rates: Rates = fixedRates) =>
  quoteOne(
    { priceMinor: each.amountMinor, enteredPriceMinor: each.amountMinor, enteredCurrency: each.currency },
    each.currency,
    rates,
    terms,
    quantity,
  ).discount?.amountMinor;

const anyTerms = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map(percent),
  fc
    .tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.constantFrom(...currencies))
    .map(([n, currency]) => off(n, currency)),
);
const anyPrice = fc.record({
  amountMinor: fc.integer({ min: 1, max: 10_000_000 }),
  currency: fc.constantFrom(...currencies),
});

test("a discount is always a whole number between zero and the price", () => {
  fc.assert(
    fc.property(anyPrice, anyTerms, (price, terms) => {
      const discount = discountOn(price, terms, fixedRates)!;
      expect(Number.isInteger(discount) && discount >= 0 && discount <= price.amountMinor).toBe(true);
    }),
  );
});

test("rounds a percentage to the nearest penny, halves up", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 100 }), (price, percentage) => {
      const hundredths = 100 * discountOn(pounds(price), percent(percentage), fixedRates)! - price * percentage;
      expect(hundredths > -50 && hundredths <= 50).toBe(true);
    }),
  );
});

test("list, discount and total add up, and no charge is below Stripe's minimum", () => {
  fc.assert(
    fc.property(anyPrice, fc.constantFrom(...currencies), anyTerms, ({ amountMinor }, currency, terms) => {
      const session = { priceMinor: amountMinor, enteredPriceMinor: amountMinor, enteredCurrency: "GBP" as const };
      const { list, discount, total, isBelowMinimum } = quoteOne(session, currency, fixedRates, terms);
      const left = list.amountMinor - discount!.amountMinor;
      expect(total.amountMinor).toBe(isBelowMinimum ? 0 : left);
      expect(isBelowMinimum).toBe(left > 0 && left < minimumChargeMinor[total.currency]);
      expect(new Set([list.currency, discount!.currency, total.currency]).size).toBe(1);
    }),
  );
});

test("makes a total below Stripe's minimum free", () => {
  const session = { priceMinor: 200, enteredPriceMinor: 200, enteredCurrency: "GBP" as const };
  expect(quoteOne(session, "GBP", fixedRates, off(190))).toMatchObject({
    discount: { amountMinor: 190 },
    total: { amountMinor: 0 },
    isBelowMinimum: true,
  });
});

test("splits an amount into shares that add up to it and differ by a penny at most", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 6 }), (amountMinor, parts) => {
      const shares = splitEvenly(amountMinor, parts);
      expect(shares).toHaveLength(parts);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amountMinor);
      expect(shares[0]! - shares.at(-1)!).toBeLessThanOrEqual(1);
    }),
  );
});

test("takes a percentage off each ticket, so that all shares are the price of one ticket", () => {
  fc.assert(
    fc.property(anyPrice, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 2, max: 6 }), (price, part, quantity) => {
      const ofOne = discountOn(price, percent(part), fixedRates)!;
      expect(discountOnTickets(price, quantity, percent(part))).toBe(quantity * ofOne);
      expect(splitEvenly(quantity * (price.amountMinor - ofOne), quantity)[0]).toBe(price.amountMinor - ofOne);
    }),
  );
});

test("takes a fixed amount off once for all tickets, at most their price", () => {
  expect(discountOnTickets(pounds(1800), 3, off(500))).toBe(500);
  expect(discountOnTickets(pounds(100), 2, off(500))).toBe(200);
  expect(discountOnTickets(pounds(1800), 3, off(500, "EUR"), { rate: () => null })).toBeUndefined();
});
