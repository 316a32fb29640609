import { expect, test } from "vitest";
import { startingLimit } from "@server/catalogue/passes/place-limit";

test.each([
  ["twice the price of one credit", { priceMinor: 15_000, highestPriceMinor: null, credits: 10 }, 3000],
  ["to the penny", { priceMinor: 10_000, highestPriceMinor: null, credits: 3 }, 6667],
  ["of several prices, the highest", { priceMinor: 9000, highestPriceMinor: 15_000, credits: 10 }, 3000],
  ["the price itself for any number of sessions", { priceMinor: 9900, highestPriceMinor: null, credits: null }, 9900],
])("a pass starts with %s", (_, pass, limit) => {
  expect(startingLimit(pass)).toBe(limit);
});
