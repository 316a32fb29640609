import type { DiscountTerms } from "@db/schema";
import type { Currency } from "@server/core/money";
import type { Rates } from "@server/core/services";
import { quoteTickets } from "@server/platform/money/quote";
import { priceTickets } from "@server/platform/money/session-price";

type OnePrice = { priceMinor: number; enteredPriceMinor: number; enteredCurrency: Currency };

/** Quotes tickets of a session that has one price. */
export function quoteOne(
  prices: OnePrice,
  currency: Currency,
  rates: Rates,
  terms: DiscountTerms | null = null,
  quantity = 1,
) {
  const session = { ...prices, pricing: "one" as const, highestPriceMinor: null, enteredHighestMinor: null };
  const priced = priceTickets({ session, priceRates: [] }, { quantity }, { currency, rates, today: "2026-11-02" });
  const { tickets: _, ...quoted } = quoteTickets(priced, rates, terms);
  return quoted;
}
