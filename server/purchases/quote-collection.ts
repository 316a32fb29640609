import type { Queryable } from "@db/client";
import { invalidCode } from "../discounts/schemas";
import { DomainError } from "../errors";
import { showPrice } from "../pricing/convert-price";
import type { DiscountTerms } from "../pricing/discount";
import { quoteList, type Quote } from "../pricing/quote";
import { collectionPrice } from "../recordings/collection-price";
import type { CollectionName } from "../recordings/schemas";
import type { Context } from "../trpc/context";

/**
 * What a collection costs whoever asks, with a code's terms or without. The answer throws discount_refused where a
 * code's amount can't be converted.
 */
export async function quoteCollection(
  db: Queryable,
  { visitor, rates }: Pick<Context, "visitor" | "rates">,
  collection: CollectionName,
): Promise<(terms: DiscountTerms | null) => Quote> {
  const list = showPrice(await collectionPrice(db, collection), visitor.currency, rates);
  return (terms) => {
    const quote = quoteList(list, rates, terms);
    if (terms && !quote.discount) throw new DomainError("discount_refused", invalidCode);
    return quote;
  };
}
