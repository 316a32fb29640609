import type { Rate, Rates } from "../core/ports";
import type { Currency } from "../core/currencies";

const fixed: Record<Currency, Partial<Record<Currency, Rate>>> = {
  GBP: { EUR: "1.17", USD: "1.27" },
  EUR: { GBP: "0.85", USD: "1.09" },
  USD: { GBP: "0.78", EUR: "0.92" },
};

/** The rates of the specification's error catalogue, for when no service answers. */
export const fixedRates: Rates = {
  rate: (from, to) => (from === to ? "1" : (fixed[from][to] ?? null)),
};

/**
 * Converts minor units and rounds half up to a multiple of `unitMinor`: 100 for whole pounds, 1 for pence.
 * Exact decimal arithmetic on integers.
 */
export function convertMinor(amountMinor: number, rate: Rate, unitMinor: 1 | 100): number {
  const [whole = "0", decimals = ""] = rate.split(".");
  const scale = 10n ** BigInt(decimals.length);
  const product = BigInt(amountMinor) * BigInt(whole + decimals);
  const divisor = scale * BigInt(unitMinor);
  return Number((2n * product + divisor) / (2n * divisor)) * unitMinor;
}
