import type { Transaction } from "@db/client";
import { products } from "@db/schema";
import { isNotNull } from "drizzle-orm";

/** Returns the ids of the collections by their slugs. */
export async function readProductIds(tx: Transaction): Promise<Map<string, string>> {
  const rows = await tx.select({ slug: products.slug, id: products.id }).from(products).where(isNotNull(products.slug));
  return new Map(rows.flatMap(({ slug, id }) => (slug ? [[slug, id] as const] : [])));
}
