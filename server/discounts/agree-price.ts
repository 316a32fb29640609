import type { Transaction } from "@db/client";
import { DomainError } from "../core/errors";
import type { DiscountTerms } from "../money/discount";
import { type Quote, quoteKey } from "../money/quote";
import { redeemCode } from "./redeem-code";

type Shown = { quote: string; discountCode?: string | undefined; now: Date };

/**
 * The price that the form showed, as a booking or a purchase keeps it; a code is redeemed for it, unless there is
 * nothing to take off. `quoted` is what it costs now with a code's terms. Throws price_changed where the form showed
 * another price, and discount_refused: nothing is charged.
 */
export async function agreePrice(tx: Transaction, quoted: (terms: DiscountTerms | null) => Quote, shown: Shown) {
  const undiscounted = quoted(null);
  const code = undiscounted.total.amountMinor > 0 ? shown.discountCode : undefined;
  const terms = code ? await redeemCode(tx, code, shown.now) : null;
  const quote = quoted(terms);
  if (quoteKey(quote) !== shown.quote) throw priceChanged(quoteKey(undiscounted) === shown.quote);
  return {
    listPriceMinor: quote.list.amountMinor,
    discountMinor: quote.discount?.amountMinor ?? 0,
    totalMinor: quote.total.amountMinor,
    currency: quote.total.currency,
    exchangeRate: quote.rate,
    appliedDiscountCode: terms && code,
    discountTerms: terms,
  };
}

/** Whoever typed a code and went straight on sees what it gives before she is charged. */
const priceChanged = (isOnlyByCode: boolean) =>
  new DomainError(
    "price_changed",
    isOnlyByCode
      ? "Your discount code has been applied. Please look at the new price and confirm."
      : "The price has changed. Please look at the new price and confirm.",
  );
