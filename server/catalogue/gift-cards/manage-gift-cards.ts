import type { Queryable } from "@db/client";
import { giftCardTerms, products } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { inTransaction } from "../../core/transaction";
import { inputValueOf } from "../../platform/money/convert-price";
import { kinds } from "../products/kinds";
import { lockProduct } from "../products/lock";
import { addProduct, changedFields, changeProduct, countSales } from "../products/manage-product";
import { reasonToKeep } from "../products/unsold";
import { validFor } from "./describe-card";
import type { EditedGiftCard, NewGiftCard, OpenedGiftCard } from "./schemas";

type CardRef = { id: string };

/** A row of the back office's list. */
export type ListedGiftCard = {
  id: string;
  title: string;
  path: string;
  amounts: string;
  validFor: string;
  sold: number;
  isOn: boolean;
};

const selectCards = (db: Queryable) =>
  db
    .select({ product: products, terms: giftCardTerms })
    .from(products)
    .innerJoin(giftCardTerms, eq(giftCardTerms.productId, products.id))
    .$dynamic();

/** Lists every gift card on sale or off, the newest last. */
export async function listAllGiftCards({ db }: Pick<Context, "db">): Promise<ListedGiftCard[]> {
  const rows = await selectCards(db).orderBy(asc(products.createdAt), asc(products.id));
  const sales = await countSales(db, "gift_card");
  const pounds = (amountMinor: number) => formatPrice({ amountMinor, currency: "GBP" });
  return rows.map(({ product, terms }) => ({
    id: product.id,
    title: product.title,
    path: kinds.gift_card.pathOf(product),
    amounts: `${pounds(terms.lowestMinor)} to ${pounds(terms.highestMinor)}`,
    validFor: validFor(terms.months),
    sold: sales.get(product.id) ?? 0,
    isOn: product.isOn,
  }));
}

/** Throws not_found. */
export async function getGiftCardTerms({ db }: Pick<Context, "db">, { id }: CardRef): Promise<OpenedGiftCard> {
  const typed = await requireTyped(db, id);
  const { lowestMinor, highestMinor, months, ...rest } = typed;
  return {
    ...rest,
    lowestMinor: inputValueOf(lowestMinor),
    highestMinor: inputValueOf(highestMinor),
    months: String(months),
    id,
    version: versionOf(typed),
    kept: await reasonToKeep(db, { id, kind: "gift_card" }),
  };
}

/** Adds a gift card. The form key becomes its id, so posting twice adds it once. */
export async function createGiftCard(ctx: MemberContext, { formKey: id, ...typed }: NewGiftCard): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { product, terms } = columnsOf(typed);
    const addTerms = () => tx.insert(giftCardTerms).values({ productId: id, ...terms });
    await addProduct(tx, ctx, { id, kind: "gift_card", product: { ...product, priceCurrency: "GBP" }, addTerms });
  });
}

/** Changes what is sold from now on; cards that were bought stay as they are. Throws not_found, changed_meanwhile. */
export async function editGiftCard(ctx: MemberContext, { id, version, ...wanted }: EditedGiftCard): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const changed = changedFields({ now: await requireTyped(tx, id), wanted, version });
    if (changed.length === 0) return;
    const { product, terms } = columnsOf(wanted);
    await tx.update(giftCardTerms).set(terms).where(eq(giftCardTerms.productId, id));
    await changeProduct(tx, ctx, { id, kind: "gift_card", product, changed });
  });
}

type TypedCard = Omit<NewGiftCard, "formKey">;

/** Reads a gift card as its form holds it. Throws not_found. */
async function requireTyped(db: Queryable, id: string): Promise<TypedCard> {
  const [found] = await selectCards(db).where(eq(products.id, id));
  if (!found) throw new DomainError("not_found", "Gift card not found");
  const { productId: _, ...terms } = found.terms;
  const { title, description, isOn } = found.product;
  return { title, description, isOn, ...terms };
}

const columnsOf = ({ title, description, isOn, ...terms }: TypedCard) => ({
  product: { title, description, isOn },
  terms,
});
