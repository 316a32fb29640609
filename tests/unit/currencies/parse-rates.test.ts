import { expect, test } from "vitest";
import { parseRates } from "@server/money/rate-book";

const answer = (rates: string) => `{"base":"GBP","date":"2026-11-21","rates":${rates}}`;

test("rates come to the last digit that was sent, which a number of JavaScript would not keep", () => {
  expect(parseRates(answer('{"EUR":1.1712345678901234567,"USD":1.270,"JPY":191.2}'), "GBP")).toEqual({
    EUR: "1.1712345678901234567",
    USD: "1.270",
  });
});

test("a currency that is not in the answer has no rate, and the base itself needs none", () => {
  expect(parseRates(answer('{"GBP":1,"USD":1.27}'), "GBP")).toEqual({ USD: "1.27" });
});

test("digits in texts are left alone", () => {
  expect(parseRates('{"note":"1.5 \\"2\\" EUR","rates":{"EUR":1.17}}', "GBP")).toEqual({ EUR: "1.17" });
});

test.each(["0", "-1.17", "1e3", "1e-3", "117", "0.0001", "null", '"a lot"', "true", "1.2.3", "{}"])(
  "a rate of %s is refused",
  (rate) => {
    expect(() => parseRates(answer(`{"EUR":${rate},"USD":1.27}`), "GBP")).toThrow();
  },
);

test.each(["", "<html>", "[]", "{}", '{"rates":null}', '{"rates":[1.17]}', "1.17"])("%s is no answer", (text) => {
  expect(() => parseRates(text, "GBP")).toThrow();
});
