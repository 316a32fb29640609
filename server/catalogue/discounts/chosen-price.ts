import { maxTickets, type DiscountTerms } from "@db/schema";
import type { Transaction } from "@db/client";
import { DomainError } from "../../core/errors";
import type { SoldUnit } from "../../platform/money/describe-prices";
import { priceContext } from "../../platform/money/price-context";
import { type AgreedTicket, chosenIn, type Quote, quoteKey, quoteTickets } from "../../platform/money/quote";
import { freeAt, type PriceChoice, priceTickets, type SessionPricing } from "../../platform/money/session-price";
import { redeemCode } from "./discount-codes";
import { invalidCode } from "./schemas";

/** What was chosen of what a session or product costs, in the visitor's currency and on their day. */
export type ChosenPrice = ReturnType<typeof priceContext> & { pricing: SessionPricing; choice: PriceChoice };

export const choosePrice = (
  ctx: Parameters<typeof priceContext>[0],
  pricing: SessionPricing,
  choice: PriceChoice,
): ChosenPrice => ({ ...priceContext(ctx), pricing, choice });

/** Returns why the typed amount can't be paid; null if it can, or where none is typed. */
export const refusalOfAmount = (chosen: ChosenPrice): string | null =>
  chosen.pricing.session.pricing === "one" ? null : priceTickets(chosen.pricing, chosen.choice, chosen).refusal;

/**
 * Quotes what was chosen, or only the `count` cheapest tickets of it, with the terms of a code. Takes off what a membership
 * does, or what the code does if that is more: never both. Throws discount_refused for a code that can't be applied, or is
 * worth no more than the membership, so that it is not used up for nothing.
 */
export function quote(chosen: ChosenPrice, terms: DiscountTerms | null, count = chosen.choice.quantity): Quote {
  const { memberTerms } = chosen.pricing;
  const listed = memberTerms ? quoteListed(chosen, null, count) : null;
  if (!memberTerms || listed?.list.amountMinor === 0) return quoteListed(chosen, terms, count);
  const own = { ...quoteListed(chosen, memberTerms, count), memberTerms };
  if (!terms) return own;
  const byCode = quoteListed(chosen, terms, count);
  if (byCode.total.amountMinor < own.total.amountMinor) return byCode;
  throw new DomainError("discount_refused", "Your membership takes at least as much off. The code is not used.");
}

function quoteListed(
  { pricing, choice, currency, rates, today }: ChosenPrice,
  terms: DiscountTerms | null,
  count: number,
): Quote {
  const quantity = Math.max(count, choice.quantity);
  const listed = priceTickets(pricing, { ...choice, quantity }, { currency, rates, today });
  const { tickets, ...quoted } = quoteTickets(listed, rates, terms, count);
  if (terms && !quoted.discount) throw new DomainError("discount_refused", invalidCode);
  return pricing.session.pricing === "one" ? quoted : { ...quoted, tickets };
}

/** What a form says of the price that it has shown. */
type ShownForm = { quote: string; discountCode?: string | undefined };

/** Redeems the code that a form names, where anything is to be paid. Throws discount_refused, and invalid for an amount that can't be paid. */
export async function redeemTyped(
  tx: Transaction,
  chosen: ChosenPrice,
  { discountCode, now }: Pick<ShownForm, "discountCode"> & { now: Date },
): Promise<DiscountTerms | null> {
  const refusal = refusalOfAmount(chosen);
  if (refusal !== null) throw new DomainError("invalid", refusal, { field: "amount" });
  if (discountCode === undefined || quote(chosen, null).total.amountMinor === 0) return null;
  return redeemCode(tx, discountCode, now);
}

/** A price that buyer and site agree on: what is stored of it, and the tickets where they may differ in price. */
export type AgreedQuote = { price: PriceToStore; tickets: AgreedTicket[] | undefined };

/**
 * Agrees on the price that a form has shown, with the terms of its redeemed code. Throws price_changed, and sold_out if a
 * rate of the locked session or product has fewer left than are wanted.
 */
export function agreeOn(
  chosen: ChosenPrice,
  shown: ShownForm,
  { terms, unit = "places" }: { terms: DiscountTerms | null; unit?: SoldUnit },
): AgreedQuote {
  const undiscounted = quote(chosen, null);
  const quoted = quote(chosen, terms);
  if (quoteKey(quoted) !== shown.quote) {
    throw priceChanged({
      isByCode: quoteKey(undiscounted) === shown.quote,
      isByQuantity: [null, terms].some((known) => isOfOtherQuantity(chosen, known, shown.quote)),
      isByChoice: chosenIn(quoteKey(quoted)) !== chosenIn(shown.quote),
    });
  }
  requireRatePlaces(chosen.pricing, quoted.tickets ?? [], unit);
  return { price: storedPrice(quoted, shown, terms), tickets: quoted.tickets };
}

export type PriceToStore = ReturnType<typeof storedPrice>;

/** Returns what is stored of a price that was agreed. */
export const storedPrice = (
  quoted: Quote,
  { discountCode }: Pick<ShownForm, "discountCode">,
  terms: DiscountTerms | null,
) => ({
  listPriceMinor: quoted.list.amountMinor,
  discountMinor: quoted.discount?.amountMinor ?? 0,
  totalMinor: quoted.total.amountMinor,
  currency: quoted.total.currency,
  exchangeRate: quoted.rate,
  appliedDiscountCode: terms && discountCode,
  discountTerms: terms ?? quoted.memberTerms ?? null,
});

/** Without JavaScript the total is still that of the tickets chosen before. */
const isOfOtherQuantity = (chosen: ChosenPrice, terms: DiscountTerms | null, shownKey: string): boolean =>
  Array.from({ length: maxTickets }, (_, index) => quoteKey(quote(chosen, terms, index + 1))).includes(shownKey);

type PriceChange = { isByCode: boolean; isByQuantity: boolean; isByChoice: boolean };

/** Someone who typed a code without applying it sees the discount before paying. */
function priceChanged({ isByCode, isByQuantity, isByChoice }: PriceChange): DomainError {
  const what = isByCode
    ? "Your discount code has been applied. Please check the new price and confirm."
    : isByQuantity
      ? "The number of tickets has changed. Please check the new total and confirm."
      : isByChoice
        ? "The total is that of what you have chosen now. Please check it and confirm."
        : "The price has changed. Please check the new price and confirm.";
  return new DomainError("price_changed", what);
}

/** Throws sold_out, naming the field, if a rate of a locked session or product has fewer left than are wanted. */
export function requireRatePlaces({ priceRates }: SessionPricing, tickets: AgreedTicket[], unit: SoldUnit): void {
  for (const rate of priceRates) {
    const wanted = tickets.filter((ticket) => ticket.rate?.id === rate.id).length;
    const free = freeAt(rate);
    if (free !== null && wanted > free)
      throw new DomainError("sold_out", tooFew(rate.name, free, unit), { field: "rate1" });
  }
}

function tooFew(name: string, free: number, unit: SoldUnit): string {
  if (free > 0) return `Only ${free === 1 ? "1 place is" : `${free} places are`} left at “${name}”.`;
  return `${unit === "places" ? "No places are" : "None is"} left at “${name}”. Please choose another rate.`;
}
