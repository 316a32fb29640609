import type { PlaceLimit } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { type Currency, formatPrice } from "../../core/money";
import { inputValueOf, showPrice } from "../../platform/money/convert-price";

type LimitedPass = { priceMinor: number; highestPriceMinor: number | null; credits: number | null };

/** Returns the limit that a pass starts with: twice the price of one credit, or the price of one for any number of sessions. */
export function startingLimit({ priceMinor, highestPriceMinor, credits }: LimitedPass): number {
  const price = highestPriceMinor ?? priceMinor;
  return credits === null ? price : Math.round((price * 2) / credits);
}

/** Returns what is stored of a limit. Throws invalid if there is no exchange rate. */
export function placeLimitOf({ rates }: Pick<Context, "rates">, amountMinor: number, currency: Currency): PlaceLimit {
  const { list } = showPrice({ amountMinor, currency }, "GBP", rates);
  if (list.currency !== "GBP") {
    const message = `There is no exchange rate for ${currency} right now. Please use GBP.`;
    throw new DomainError("invalid", message, { field: "placeLimit" });
  }
  return { priceMinor: list.amountMinor, enteredPriceMinor: amountMinor, enteredCurrency: currency };
}

/** Returns a limit as a form holds it. */
export const limitText = (limit: PlaceLimit | null): string => (limit ? inputValueOf(limit.enteredPriceMinor) : "");

/** Says up to which price of a place a pass or a membership pays; null without a limit. */
export const describeLimit = (limit: PlaceLimit | null): string | null =>
  limit && `up to ${formatPrice({ amountMinor: limit.enteredPriceMinor, currency: limit.enteredCurrency })} a place`;
