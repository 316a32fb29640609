import { DomainError } from "../core/errors";
import type { DiscountTerms } from "../money/discount";
import { type Quote, quotePrice, type SessionPrice } from "../money/quote";
import type { Context } from "../core/context";
import { invalidCode } from "./schemas";

type Asking = Pick<Context, "visitor" | "rates">;

/** What a place costs whoever asks, with a code's terms. Throws discount_refused where its amount can't be converted. */
export function quoteWith({ visitor, rates }: Asking, session: SessionPrice, terms: DiscountTerms | null): Quote {
  const quote = quotePrice(session, visitor.currency, rates, terms);
  if (terms && !quote.discount) throw new DomainError("discount_refused", invalidCode);
  return quote;
}
