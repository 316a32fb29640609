import { expect, test } from "vitest";
import { parseRates } from "@server/platform/money/rate-cache";

const answer = (rates: string) => `{"base":"GBP","date":"2026-11-21","rates":${rates}}`;

test("keeps every digit of a rate, beyond the precision of a JavaScript number", () => {
  expect(parseRates(answer('{"EUR":1.1712345678901234567,"USD":1.270,"JPY":191.2}'), "GBP")).toEqual({
    EUR: "1.1712345678901234567",
    USD: "1.270",
  });
});

test("returns no rate for the base or a missing currency", () => {
  expect(parseRates(answer('{"GBP":1,"USD":1.27}'), "GBP")).toEqual({ USD: "1.27" });
});

test("leaves digits inside strings alone", () => {
  expect(parseRates('{"note":"1.5 \\"2\\" EUR","rates":{"EUR":1.17}}', "GBP")).toEqual({ EUR: "1.17" });
});

test.each(["0", "-1.17", "1e3", "1e-3", "117", "0.0001", "null", '"a lot"', "true", "1.2.3", "{}"])(
  "refuses a rate of %s",
  (rate) => {
    expect(() => parseRates(answer(`{"EUR":${rate},"USD":1.27}`), "GBP")).toThrow();
  },
);

test.each(["", "<html>", "[]", "{}", '{"rates":null}', '{"rates":[1.17]}', "1.17"])("refuses the answer %s", (text) => {
  expect(() => parseRates(text, "GBP")).toThrow();
});
