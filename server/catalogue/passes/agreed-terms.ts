import type { Queryable } from "@db/client";
import { one } from "@db/one";
import { type AgreedPassTerms, passTerms } from "@db/schema";
import { eq } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import type { Product } from "../products/catalogue";

/** Returns what a pass holds for those who buy it now; null for other products. */
export async function readTerms(
  db: Queryable,
  { id, kind }: Pick<Product, "id" | "kind">,
): Promise<AgreedPassTerms | null> {
  if (kind !== "pass") return null;
  const rows = await db.select().from(passTerms).where(eq(passTerms.productId, id));
  return agreedOf(one(rows, "terms of a pass"));
}

/** Returns the terms that are agreed with a buyer. */
const agreedOf = ({
  credits,
  months,
  starts,
  cover,
  categoryIds,
  placeLimit,
}: typeof passTerms.$inferSelect): AgreedPassTerms => ({ credits, months, starts, cover, categoryIds, placeLimit });

/** Adds to the key of a price what the pass holds that it buys, so that nothing else is bought than was shown. */
export const keyWithTerms = (priceKey: string, terms: AgreedPassTerms | null): string =>
  terms ? `${priceKey}:${versionOf(terms)}` : priceKey;

/** Returns the key of the price that a form has shown. Throws price_changed if the pass held something else then. */
export function priceKeyIn(shown: string, terms: AgreedPassTerms | null): string {
  const priceKey = terms ? shown.slice(0, Math.max(0, shown.lastIndexOf(":"))) : shown;
  if (keyWithTerms(priceKey, terms) === shown) return priceKey;
  throw new DomainError("price_changed", "The pass has changed. Please check what it holds now and confirm.");
}
