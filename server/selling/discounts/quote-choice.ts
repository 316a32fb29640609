import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { priceContext } from "../money/price-context";
import type { AgreedTicket } from "../money/quote";
import { quoteTickets } from "../money/quote-tickets";
import { freeAt, type PriceChoice, priceTickets, type SessionPricing } from "../money/session-price";
import { type QuoteMaker, quoteWith, requireDiscount } from "./prices";

/** Returns the quotes of the chosen tickets, and why the typed amount can't be paid, if it can't. */
export function quoteChoice(
  ctx: Context,
  pricing: SessionPricing,
  choice: PriceChoice,
): { quoted: QuoteMaker; refusal: string | null } {
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

/** Returns the quotes of the chosen tickets of a locked session. Throws invalid for an amount that can't be paid. */
export function quotedFor(ctx: Context, pricing: SessionPricing, choice: PriceChoice): QuoteMaker {
  const { quoted, refusal } = quoteChoice(ctx, pricing, choice);
  if (refusal !== null) throw new DomainError("invalid", refusal, { field: "amount" });
  return quoted;
}

/** Throws sold_out, naming the field, if a rate of a locked session has fewer places left than tickets want it. */
export function requireRatePlaces({ priceRates }: SessionPricing, tickets: AgreedTicket[]): void {
  for (const rate of priceRates) {
    const wanted = tickets.filter((ticket) => ticket.rate?.id === rate.id).length;
    const free = freeAt(rate);
    if (free !== null && wanted > free) throw new DomainError("sold_out", tooFew(rate.name, free), { field: "rate1" });
  }
}

const tooFew = (name: string, free: number): string =>
  free === 0
    ? `No places are left at “${name}”. Please choose another rate.`
    : `Only ${free === 1 ? "1 place is" : `${free} places are`} left at “${name}”.`;
