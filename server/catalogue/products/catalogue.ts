import type { Queryable } from "@db/client";
import { products, specifiedWords } from "@db/schema";
import { and, asc, eq } from "drizzle-orm";
import { DomainError, requirePresent } from "../../core/errors";
import { isUuid } from "../../core/input-schemas";
import { keepContent } from "../../core/kept-content";
import type { Money } from "../../core/money";
import { kinds } from "./kinds";

export type Product = typeof products.$inferSelect;

/** A collection is named by its slug in addresses and procedures. */
export type Collection = Product & { slug: string };

/** Reads all collections in their order, those that are off among them. */
export const readCollections = keepContent(async (db): Promise<Collection[]> => {
  const rows = await selectCollections(db);
  return rows.map(collectionOf);
});

const selectCollections = (db: Queryable) =>
  db
    .select()
    .from(products)
    .where(eq(products.kind, "collection"))
    .orderBy(asc(products.orderIndex), asc(products.createdAt), asc(products.id));

/** Words that this version does not understand are left out, as if the instructor had made the collection. */
const collectionOf = (row: Product): Collection => ({
  ...row,
  slug: requirePresent(row.slug, "the slug of a collection"),
  words: specifiedWords.safeParse(row.words).data ?? null,
});

export async function findCollection(db: Queryable, slug: string): Promise<Collection | undefined> {
  return (await readCollections(db)).find((collection) => collection.slug === slug);
}

/** Throws not_found. */
export async function requireCollection(db: Queryable, slug: string): Promise<Collection> {
  const collection = await findCollection(db, slug);
  if (!collection) throw new DomainError("not_found", "Collection not found");
  return collection;
}

/** Returns the collection of a page: "/birth-recordings", "/collections/calm-nights". Throws not_found. */
export async function requireCollectionAt(db: Queryable, path: string): Promise<Collection> {
  const collection = (await readCollections(db)).find(
    (candidate) => kinds.collection.pathOf(candidate) === path || path === `/collections/${candidate.slug}`,
  );
  if (!collection) throw new DomainError("not_found", "Collection not found");
  return collection;
}

/** Finds a collection by its slug, or any product by its id. Throws not_found. */
export async function requireProduct(db: Queryable, ref: string): Promise<Product> {
  const isProduct = isUuid(ref) ? eq(products.id, ref) : and(eq(products.kind, "collection"), eq(products.slug, ref));
  const [row] = await db.select().from(products).where(isProduct);
  if (!row) throw new DomainError("not_found", "This is not for sale.");
  return row;
}

/** Reads the products of purchases, by id. */
export async function requireProductOf(db: Queryable, { productId }: { productId: string }): Promise<Product> {
  const [row] = await db.select().from(products).where(eq(products.id, productId));
  return requirePresent(row, "the product of a purchase");
}

export const priceOf = ({ priceMinor: amountMinor, priceCurrency: currency }: PricedProduct): Money => ({
  amountMinor,
  currency,
});

type PricedProduct = Pick<Product, "priceMinor" | "priceCurrency">;
