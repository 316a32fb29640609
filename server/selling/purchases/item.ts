import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { whereBought } from "../../core/bought";
import type { SessionUser } from "../../core/context";
import type { Money } from "../../core/money";
import { priceOf, type Product, requireProduct } from "../products/catalogue";
import { requireForSale } from "../products/stock";

/**
 * Returns what is for sale. `ref` is a collection's slug or any product's id. Throws not_found for what is not sold.
 */
export async function requireItem(db: Queryable, ref: string): Promise<{ price: Money; product: Product }> {
  const product = await requireProduct(db, ref);
  await requireForSale(db, product);
  return { price: priceOf(product), product };
}

/** Returns what a purchase stores of its product. */
export const ofProduct = ({ id, kind, title }: Product) => ({
  productId: id,
  productKind: kind,
  productTitle: title,
});

export async function ownsItem(
  db: Queryable,
  user: Pick<SessionUser, "id" | "role">,
  productId: string,
): Promise<boolean> {
  if (user.role === "admin") return true;
  return (await db.$count(purchases, and(whereBought(user), eq(purchases.productId, productId)))) > 0;
}

/** Returns the ids of the products that a member has bought, whether access has begun or not. */
export async function ownedItems(db: Queryable, userId: string): Promise<Set<string>> {
  const owned = await db
    .select({ productId: purchases.productId })
    .from(purchases)
    .where(whereBought({ id: userId }));
  return new Set(owned.map(({ productId }) => productId));
}
