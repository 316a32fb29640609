import { readFileSync } from "node:fs";
import type { Database } from "@db/client";
import { products } from "@db/schema";
import { sql } from "drizzle-orm";

/** The collections of the specification, as the migration makes them. */
export const productIds = {
  birth: "4ab10a83-9a32-4d6b-b2a0-6f0c7d6e1b01",
  stress: "4ab10a83-9a32-4d6b-b2a0-6f0c7d6e1b02",
} as const;

export type SpecifiedCollection = keyof typeof productIds;

const titles = { birth: "Birth Recordings", stress: "Stress & Sleep Recordings" } as const;

/** Returns what a purchase stores of a specified collection. */
export const boughtCollection = (collection: SpecifiedCollection) => ({
  productId: productIds[collection],
  productKind: "collection" as const,
  productTitle: titles[collection],
});

const migration = (name: string): string => readFileSync(`db/migrations/${name}.sql`, "utf8");

/** The statements of the migrations that make them, and end their sentences. */
export const specifiedCollections: string = [
  ...(/INSERT INTO products \([^;]*?stress-recordings[^;]*;/.exec(migration("0004_specified-collections")) ?? []),
  migration("0034_full-stop"),
].join("\n");

type Values = Partial<typeof products.$inferInsert> & { slug: string };

/** Adds a collection as the instructor makes it: without words of its own. */
export async function aCollection(db: Database, { slug, ...values }: Values) {
  const [collection] = await db
    .insert(products)
    .values({
      kind: "collection",
      slug,
      title: "Calm Nights",
      description: "For the end of the day.",
      priceMinor: 6000,
      priceCurrency: "EUR",
      orderIndex: 2,
      ...values,
    })
    .returning();
  return { ...collection!, slug };
}

type Caller = { recordings: { listCollections: () => Promise<{ slug: string; isShown: boolean }[]> } };

/** Returns the slugs of the collections that menus link. */
export async function shownCollections({ recordings }: Caller): Promise<string[]> {
  return (await recordings.listCollections()).filter(({ isShown }) => isShown).map(({ slug }) => slug);
}

/** Changes a specified collection. */
export const setCollection = async (
  db: Database,
  collection: SpecifiedCollection,
  values: Partial<typeof products.$inferInsert>,
) =>
  db
    .update(products)
    .set(values)
    .where(sql`${products.slug} = ${collection}`);
