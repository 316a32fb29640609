import { expect, test } from "vitest";
import { rateFor } from "@server/platform/money/session-price";

const rate = (number: number, priceMinor: number, left: number | null = null) => ({
  id: String(number),
  kind: "named" as const,
  number,
  name: `Rate ${number}`,
  lastDay: null,
  priceMinor,
  enteredPriceMinor: priceMinor,
  places: left,
  taken: 0,
});

test.each([
  ["of three, the middle one", [rate(1, 1500), rate(2, 1000), rate(3, 600)], 2],
  ["of two, the cheaper one", [rate(1, 3000), rate(2, 2200)], 2],
  ["of four, the second cheapest", [rate(1, 4000), rate(2, 3000), rate(3, 2000), rate(4, 1000)], 3],
  ["one alone", [rate(1, 1500)], 1],
  ["a cheaper one where the standard one is full", [rate(1, 1500), rate(2, 1000, 0), rate(3, 600)], 3],
  ["a dearer one where no other is left", [rate(1, 1500), rate(2, 1000, 0), rate(3, 600, 0)], 1],
])("proposes %s", (_, rates, number) => {
  expect(rateFor(rates, undefined)?.number).toBe(number);
});

test("takes the chosen rate at any price", () => {
  expect(rateFor([rate(1, 1500), rate(2, 1000)], 1)?.number).toBe(1);
});
