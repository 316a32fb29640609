import type { Queryable } from "@db/client";
import { passTerms, purchases } from "@db/schema";
import { and, eq, exists, inArray, or, sql, type SQL } from "drizzle-orm";
import { whereBought, whereBoughtFor } from "../../catalogue/entitlements/bought";
import type { SessionUser } from "../../core/context";
import type { SessionPricing } from "../../platform/money/session-price";
import { type Product, requireProduct } from "../../catalogue/products/catalogue";
import { readProductPricing } from "../../catalogue/products/product-prices";
import { kinds, kindsThat } from "../../catalogue/products/kinds";

/** What is for sale, and what it costs. */
type SoldItem = { product: Product; pricing: SessionPricing };

/**
 * Returns what is for sale. `ref` is a collection's slug or any product's id; `except` is a purchase that does not
 * count. Throws not_found for what is not sold.
 */
export async function requireItem(db: Queryable, ref: string, except?: string): Promise<SoldItem> {
  const product = await requireProduct(db, ref);
  await kinds[product.kind].requireForSale(db, product);
  return { product, pricing: await readProductPricing(db, product, except) };
}

/** Who buys: a member, or a guest by the address that they typed. */
type Buyer = { user: Pick<SessionUser, "id" | "role"> | null; email: string };

/** Returns whether someone has what can be had once only. For a pass the address counts, with or without an account. */
export async function ownsItem(
  db: Queryable,
  { user, email }: Buyer,
  { id, kind }: Pick<Product, "id" | "kind">,
): Promise<boolean> {
  const { isHadOnce, isBoundToAddress } = kinds[kind];
  if (user?.role === "admin" && isHadOnce) return true;
  const isTheirs = or(user ? whereBought(user) : undefined, isBoundToAddress ? whereBoughtFor(email) : undefined);
  if (!isTheirs) return false;
  return (await db.$count(purchases, and(isTheirs, eq(purchases.productId, id), isOwnedOnce(db)))) > 0;
}

/** Finds purchases of what someone can have once only, first offers among them. */
export function isOwnedOnce(db: Queryable): SQL | undefined {
  const { productId, isIntroduction } = passTerms;
  const isOfPurchase = and(eq(productId, purchases.productId), eq(isIntroduction, true));
  const introduction = db
    .select({ one: sql`1` })
    .from(passTerms)
    .where(isOfPurchase);
  return or(
    inArray(
      purchases.productKind,
      kindsThat(({ isHadOnce }) => isHadOnce),
    ),
    exists(introduction),
  );
}

/** Returns the ids of the products that a member has and can't buy again, whether access has begun or not. */
export async function ownedItems(db: Queryable, userId: string): Promise<Set<string>> {
  const owned = await db
    .select({ productId: purchases.productId })
    .from(purchases)
    .where(and(whereBought({ id: userId }), isOwnedOnce(db)));
  return new Set(owned.map(({ productId }) => productId));
}
