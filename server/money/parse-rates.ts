import { z } from "zod";
import type { Rate } from "../core/ports";
import { currencies, type Currency } from "../core/currencies";

const answer = z.object({ rates: z.record(z.string(), z.unknown()) });

/** What no two of our currencies were ever worth in each other; whatever says so is mistaken. */
const plausible = { least: 0.05, most: 20 };

/**
 * Reads the exchange-rate service's answer: our currencies' rates as decimals in text, to the last digit that was
 * sent. A currency that is not in it has no rate. Throws where it is not such an answer, or a rate can't be true.
 */
export function parseRates(json: string, base: Currency): Record<string, Rate> {
  const { rates } = answer.parse(JSON.parse(withNumbersAsText(json)));
  const wanted = currencies.filter((currency) => currency !== base && rates[currency] !== undefined);
  return Object.fromEntries(wanted.map((currency) => [currency, plausibleRate(rates[currency])]));
}

/** JSON.parse would make floating-point numbers of them. A string is matched first, so that its digits stay. */
const withNumbersAsText = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`));

function plausibleRate(text: unknown): Rate {
  if (typeof text !== "string" || !/^\d{1,3}(\.\d{1,30})?$/.test(text)) throw new Error("a rate is no decimal number");
  if (Number(text) < plausible.least || Number(text) > plausible.most) throw new Error(`no rate is ${text}`);
  return text;
}
