import type { Queryable, Transaction } from "@db/client";
import { giftCardTerms, products } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { addProduct, changeProduct } from "../products/manage-product";
import type { NewOf, EditedOf } from "../products/office/form";
import type { giftCardForm, TypedGiftCard } from "./gift-card-form";

const keeping = { kind: "gift_card" } as const;

/** Adds a gift card. The form key becomes its id, so posting twice adds it once. */
export const createGiftCard = (ctx: MemberContext, { formKey: id, ...typed }: NewOf<typeof giftCardForm>) =>
  addProduct(ctx, keeping, { id, plan: (tx) => planOf(tx, id, typed) });

/** Changes what is sold from now on; cards that were bought stay as they are. Throws not_found, changed_meanwhile. */
export const editGiftCard = (ctx: MemberContext, id: string, { version, ...typed }: EditedOf<typeof giftCardForm>) =>
  changeProduct(ctx, keeping, {
    id,
    version,
    read: (tx) => requireGiftCard(tx, id),
    stated: (now) => now,
    plan: (tx) => planOf(tx, id, typed),
  });

/** Reads a gift card as its form holds it. Throws not_found. */
export async function requireGiftCard(db: Queryable, id: string): Promise<TypedGiftCard> {
  const [found] = await db
    .select({ product: products, terms: giftCardTerms })
    .from(products)
    .innerJoin(giftCardTerms, eq(giftCardTerms.productId, products.id))
    .where(eq(products.id, id));
  if (!found) throw new DomainError("not_found", "Gift card not found");
  const { productId: _, ...terms } = found.terms;
  const { title, description, isOn } = found.product;
  return { title, description, isOn, ...terms };
}

function planOf(tx: Transaction, productId: string, typed: TypedGiftCard) {
  const { title, description, isOn, ...terms } = typed;
  return {
    stated: typed,
    product: { title, description, isOn, priceCurrency: "GBP" as const },
    storeTerms: () =>
      tx
        .insert(giftCardTerms)
        .values({ productId, ...terms })
        .onConflictDoUpdate({ target: giftCardTerms.productId, set: terms }),
  };
}
