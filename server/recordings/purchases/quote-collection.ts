import type { Queryable } from "@db/client";
import { invalidCode } from "../../discounts/schemas";
import { DomainError } from "../../core/errors";
import { showPrice } from "../../money/convert-price";
import type { DiscountTerms } from "../../money/discount";
import { type Quote, quoteList } from "../../money/quote";
import { collectionPrice } from "../collection-price";
import type { Context } from "../../core/context";
import type { CollectionName } from "../../core/collections";

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
