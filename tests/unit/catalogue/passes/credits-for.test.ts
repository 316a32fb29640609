import { expect, test } from "vitest";
import { creditsFor } from "@server/catalogue/passes/credits-for";

const inPounds = (amountMinor: number) => ({
  priceMinor: amountMinor,
  enteredPriceMinor: amountMinor,
  enteredCurrency: "GBP" as const,
});
const inEuros = (enteredPriceMinor: number, priceMinor: number) => ({
  priceMinor,
  enteredPriceMinor,
  enteredCurrency: "EUR" as const,
});

test.each([
  ["a place within the limit", inPounds(3000), null, inPounds(3000), 1],
  ["a place above it", inPounds(3001), null, inPounds(3000), null],
  ["a retreat, without a limit", inPounds(18_000), null, null, 1],
  ["a free place", inPounds(0), null, inPounds(3000), 1],
  ["four typed credits, above the limit", inPounds(8000), 4, inPounds(3000), 4],
  ["one typed credit, above the limit", inPounds(18_000), 1, inPounds(3000), 1],
  ["a typed 0, within the limit", inPounds(1200), 0, inPounds(3000), null],
  ["a typed 0, without a limit", inPounds(1200), 0, null, null],
  ["euros within a limit in euros", inEuros(3500, 3100), null, inEuros(3500, 3000), 1],
  ["euros above a limit in euros", inEuros(3600, 2900), null, inEuros(3500, 3000), null],
  ["euros within a limit in pounds", inEuros(3500, 3000), null, inPounds(3000), 1],
  ["pounds above a limit in euros", inPounds(3100), null, inEuros(3500, 3000), null],
] as const)("%s", (_, price, creditCost, placeLimit, credits) => {
  expect(creditsFor({ ...price, creditCost }, { placeLimit })).toBe(credits);
});
