import type { Context } from "../../core/context";
import { formatPrice } from "../../core/money";
import { inputValueOf, listPrices } from "./convert-price";
import { printLeft, type SoldUnit } from "./describe-prices";
import { amountsOf, freeAt, namedRatesOf, rateFor, type PriceChoice, type SessionPricing } from "./session-price";
import { priceContext } from "./price-context";

/** What a form offers where a price can be chosen. */
export type ShownChoice =
  | {
      kind: "rates";
      options: { value: string; label: string; note: string | null; isFull: boolean }[];
      chosen: string[];
    }
  | { kind: "between"; lowest: string; highest: string; suggested: string; suggestedPrice: string; currency: string };

/** Returns the rates, or the amounts between which any can be paid, in the visitor's currency; null without a choice. */
export function showChoice(
  ctx: Context,
  pricing: SessionPricing,
  choice: PriceChoice,
  unit: SoldUnit = "places",
): ShownChoice | null {
  const { session } = pricing;
  if (session.pricing === "between") return showAmounts(ctx, pricing);
  const rates = namedRatesOf(pricing);
  if (rates.length === 0) return null;
  const { amounts, currency } = listPrices(rates, session, priceContext(ctx));
  const options = rates.map((rate, index) => {
    const free = freeAt(rate);
    const price = formatPrice({ amountMinor: amounts[index] ?? 0, currency });
    return {
      value: String(rate.number),
      label: `${rate.name}, ${price}`,
      note:
        free === null
          ? null
          : free === 0
            ? unit === "places"
              ? "No places left"
              : "None left"
            : printLeft(free, unit),
      isFull: free === 0,
    };
  });
  const chosen = Array.from({ length: choice.quantity }, (_, ticket) => {
    const rate = rateFor(rates, choice.chosenRates?.[ticket]);
    return String(rate?.number ?? 1);
  });
  return { kind: "rates", options, chosen };
}

function showAmounts(ctx: Context, pricing: SessionPricing): ShownChoice {
  const { lowest, highest, suggested } = amountsOf(pricing, priceContext(ctx));
  return {
    kind: "between",
    lowest: lowest.amountMinor === 0 ? "0" : formatPrice(lowest),
    highest: formatPrice(highest),
    suggested: inputValueOf(suggested.amountMinor),
    suggestedPrice: formatPrice(suggested),
    currency: lowest.currency,
  };
}
