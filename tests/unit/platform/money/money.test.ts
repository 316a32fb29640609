import { expect, test } from "vitest";
import { formatAmount, formatPrice } from "@server/core/money";

test.each([
  [1800, "GBP", "£18", "£18.00"],
  [1440, "EUR", "€14.40", "€14.40"],
  [123_456_00, "USD", "$123,456", "$123,456.00"],
  [5, "GBP", "£0.05", "£0.05"],
] as const)(
  "formats %i minor units of %s as %s in a list and %s in a summary",
  (amountMinor, currency, price, amount) => {
    expect(formatPrice({ amountMinor, currency })).toBe(price);
    expect(formatAmount({ amountMinor, currency })).toBe(amount);
  },
);

test("formats zero as Free in a list and 0.00 in a summary", () => {
  expect(formatPrice({ amountMinor: 0, currency: "GBP" })).toBe("Free");
  expect(formatAmount({ amountMinor: 0, currency: "GBP" })).toBe("£0.00");
});
