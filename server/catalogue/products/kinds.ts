import type { Queryable } from "@db/client";
import { productKind } from "@db/schema";
import { collection } from "./kinds/collection";
import { course } from "./kinds/course";
import { giftCard } from "./kinds/gift-card";
import type { AddressParts, KindOfProduct, ProductKind, ProductWords } from "./kinds/kind";
import { membership } from "./kinds/membership";
import { pass } from "./kinds/pass";
import { resource } from "./kinds/resource";

export const kinds: Record<ProductKind, KindOfProduct> = {
  collection,
  resource,
  pass,
  gift_card: giftCard,
  course,
  membership,
};

/** Returns the names of the kinds of which something is true. */
export const kindsThat = (isTrue: (kind: KindOfProduct) => boolean): ProductKind[] =>
  productKind.enumValues.filter((name) => isTrue(kinds[name]));

/** What the site says of places in sessions, where it lists them beside products. */
const sessionWords: ProductWords = { type: "Session", noun: "session", use: "attend the session" };

/** Returns the page of a product, and the address of the dialog that sells it without `?purchase=true`. */
export const productPath = (product: AddressParts & { kind: ProductKind }): string =>
  kinds[product.kind].pathOf(product);

/** Returns where the buyer of a product finds it. */
export const ownPathOf: typeof productPath = (product) => kinds[product.kind].ownPath ?? productPath(product);

/** Returns what the back office says of an order of this kind. */
export const wordsOf = (kind: ProductKind | "session"): ProductWords =>
  kind === "session" ? sessionWords : kinds[kind];

/** Returns what a sentence calls a product of a kind that it begins with: "Gift card". */
export const nameOf = (kind: ProductKind): string => kinds[kind].noun.replace(/^./, (letter) => letter.toUpperCase());

/** Returns what a full refund takes from its buyer, as the end of a sentence to them. */
export function lossOf(kind: ProductKind): string {
  const { noun, part } = kinds[kind];
  return part
    ? `the ${part} of your ${noun} that it paid for no longer counts`
    : `you no longer have access to the ${noun}`;
}

/** Returns whether a purchase would open anything. */
export const hasContent = async (db: Queryable, { id, kind }: { id: string; kind: ProductKind }): Promise<boolean> =>
  (await kinds[kind].count(db, id)) > 0;
