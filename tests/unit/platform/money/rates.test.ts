import fc from "fast-check";
import { expect, test } from "vitest";
import { convertMinor, fixedRates } from "@server/platform/money/convert-price";

test("rounds half a unit up and less down", () => {
  expect(convertMinor(1000, "1.25", 100)).toBe(1300);
  expect(convertMinor(1000, "1.2499", 100)).toBe(1200);
  expect(convertMinor(1, "0.5", 1)).toBe(1);
  expect(convertMinor(1, "0.49", 1)).toBe(0);
});

test("multiplies exactly where floating point does not", () => {
  // 850 * 1.17 is 994.4999999999999 in floating point, and would be rounded down.
  expect(850 * 1.17).toBeLessThan(994.5);
  expect(convertMinor(85_000, "1.17", 100)).toBe(99_500);
});

test("stays within half a unit of the exact product, whatever the amount and the rate", () => {
  const amounts = fc.integer({ min: 0, max: 100_000_000 });
  const millionths = fc.integer({ min: 1, max: 200_000_000 });
  fc.assert(
    fc.property(amounts, millionths, fc.constantFrom(1 as const, 100 as const), (amount, rate, unit) => {
      const decimal = `${Math.floor(rate / 1e6)}.${String(rate % 1e6).padStart(6, "0")}`;
      const converted = convertMinor(amount, decimal, unit);
      expect(converted % unit).toBe(0);
      const twiceOff = 2n * (BigInt(converted) * 1_000_000n - BigInt(amount) * BigInt(rate));
      const halfUnit = BigInt(unit) * 1_000_000n;
      expect(twiceOff > -halfUnit && twiceOff <= halfUnit).toBe(true);
    }),
  );
});

test("the fixed rates are those of the specification", () => {
  const pairs = ["GBP EUR", "GBP USD", "EUR GBP", "EUR USD", "USD GBP", "USD EUR", "USD USD"] as const;
  const rates = pairs.map((pair) => fixedRates.rate(...(pair.split(" ") as ["GBP", "EUR"])));
  expect(rates).toEqual(["1.17", "1.27", "0.85", "1.09", "0.78", "0.92", "1"]);
});
