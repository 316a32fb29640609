import type { Queryable } from "@db/client";
import { type GiftCard, passTerms, products } from "@db/schema";
import { and, asc, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { keepContent } from "../../core/kept-content";
import type { Money } from "../../core/money";
import { showPrice } from "../../platform/money/convert-price";
import { priceOf } from "../products/catalogue";
import { productPath } from "../products/kinds";

/** A pass for whose price a gift card is bought. */
type GivenPass = { id: string; title: string; price: Money };

/** Returns a pass on sale that can be given, at its price in the visitor's currency. First offers can't: they are for each person once. */
export async function readGivenPass(
  db: Queryable,
  { visitor, rates }: Pick<Context, "visitor" | "rates">,
  id: string,
): Promise<GivenPass | null> {
  const [pass] = await db
    .select({ product: products })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .where(
      and(
        eq(products.id, id),
        eq(products.isOn, true),
        eq(products.pricing, "one"),
        eq(passTerms.isIntroduction, false),
      ),
    );
  if (!pass || pass.product.priceMinor === 0) return null;
  const { title } = pass.product;
  return { id, title, price: showPrice(priceOf(pass.product), visitor.currency, rates).list };
}

/** The pass that a gift card names. */
export type NamedPass = { title: string; path: string };

/** Returns the pass for whose price a card was bought, as it is called now; null for a card of any amount, or once it is off sale. */
export async function readNamedPass(db: Queryable, { passId }: Pick<GiftCard, "passId">): Promise<NamedPass | null> {
  if (passId === null) return null;
  const isSold = and(eq(products.id, passId), eq(products.isOn, true));
  const [product] = await db.select().from(products).where(isSold);
  return product ? { title: product.title, path: productPath(product) } : null;
}

/** The condition of the gift cards on sale. */
export const isCardSold = and(eq(products.kind, "gift_card"), eq(products.isOn, true));

/** Returns the id of the gift card that is bought where a pass is given: the oldest on sale; null without one. */
export const readCardToGive = keepContent(async (db): Promise<string | null> => {
  const [card] = await db
    .select({ id: products.id })
    .from(products)
    .where(isCardSold)
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(1);
  return card?.id ?? null;
});
