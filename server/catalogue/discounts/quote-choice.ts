import type { DiscountTerms } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { SoldUnit } from "../../platform/money/describe-prices";
import { priceContext } from "../../platform/money/price-context";
import type { AgreedTicket, Quote } from "../../platform/money/quote";
import { quoteTickets } from "../../platform/money/quote-tickets";
import { freeAt, type PriceChoice, priceTickets, type SessionPricing } from "../../platform/money/session-price";
import { type QuoteMaker, quoteWith, requireDiscount } from "./prices";

/** Returns the quotes of the chosen tickets, and why the typed amount can't be paid, if it can't. */
export function quoteChoice(ctx: Context, pricing: SessionPricing, choice: PriceChoice): QuotedChoice {
  const { quoted, refusal } = quoteListed(ctx, pricing, choice);
  return { quoted: withMemberDiscount(quoted, pricing.memberTerms), refusal };
}

/** Returns a function that quotes with what a membership takes off. It throws discount_refused for a code that is worth no more. */
export const withMemberDiscount = (quoted: QuoteMaker, memberTerms: SessionPricing["memberTerms"]): QuoteMaker =>
  memberTerms ? (terms, count) => takeBetter(quoted, { terms, memberTerms }, count) : quoted;

type QuotedChoice = { quoted: QuoteMaker; refusal: string | null };
type BothTerms = { terms: DiscountTerms | null; memberTerms: DiscountTerms };

/**
 * Takes off what a membership does, or what a code does if that is more: never both. Throws discount_refused for a code
 * that is worth no more, so that it is not used up for nothing.
 */
function takeBetter(quoted: QuoteMaker, { terms, memberTerms }: BothTerms, count?: number): Quote {
  const listed = quoted(null, count);
  if (listed.list.amountMinor === 0) return terms ? quoted(terms, count) : listed;
  const own = { ...quoted(memberTerms, count), memberTerms };
  if (!terms) return own;
  const byCode = quoted(terms, count);
  if (byCode.total.amountMinor < own.total.amountMinor) return byCode;
  throw new DomainError("discount_refused", "Your membership takes at least as much off. The code is not used.");
}

function quoteListed(ctx: Context, pricing: SessionPricing, choice: PriceChoice): QuotedChoice {
  const { session } = pricing;
  if (session.pricing === "one") {
    return {
      quoted: (terms, count = choice.quantity) => quoteWith(ctx, session, terms, count),
      refusal: null,
    };
  }
  const priceOf = (quantity: number) => priceTickets(pricing, { ...choice, quantity }, priceContext(ctx));
  const chosen = priceOf(choice.quantity);
  return {
    quoted(terms, count = choice.quantity) {
      const priced = count > choice.quantity ? priceOf(count) : chosen;
      return requireDiscount(quoteTickets(priced, ctx.rates, terms, count), terms);
    },
    refusal: chosen.refusal,
  };
}

/** Returns the quotes of what was chosen, of a locked session or product. Throws invalid for an amount that can't be paid. */
export function quotedFor(ctx: Context, pricing: SessionPricing, choice: PriceChoice): QuoteMaker {
  const { quoted, refusal } = quoteChoice(ctx, pricing, choice);
  if (refusal !== null) throw new DomainError("invalid", refusal, { field: "amount" });
  return quoted;
}

/** Throws sold_out, naming the field, if a rate of a locked session or product has fewer left than are wanted. */
export function requireRatePlaces(
  { priceRates }: SessionPricing,
  tickets: AgreedTicket[],
  unit: SoldUnit = "places",
): void {
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
