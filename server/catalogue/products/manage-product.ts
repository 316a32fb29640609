import type { Queryable, Transaction } from "@db/client";
import { products, purchases } from "@db/schema";
import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { refuseOutdated } from "../../core/forms";
import { audit } from "../../core/record-audit";
import { type NewRate, writeRates } from "../../platform/money/price-rows";
import { openingStatuses } from "../entitlements/bought";
import type { ProductKind } from "./kinds/kind";

/** Returns how often each product of a kind was sold; one that never was is missing. */
export async function countSales(db: Queryable, kind: ProductKind): Promise<Map<string, number>> {
  const isSold = and(inArray(purchases.status, [...openingStatuses]), isNull(purchases.archivedAt));
  const rows = await db
    .select({ productId: purchases.productId, sales: count() })
    .from(purchases)
    .where(and(eq(purchases.productKind, kind), isSold))
    .groupBy(purchases.productId);
  return new Map(rows.map(({ productId, sales }) => [productId, sales]));
}

type ProductColumns = Omit<typeof products.$inferInsert, "id" | "kind" | "createdAt">;

type NewProduct = {
  /** The key of its form, so that posting twice adds it once. */
  id: string;
  kind: ProductKind;
  product: ProductColumns;
  rates?: NewRate[];
  /** Stores what makes it one of its kind. */
  addTerms: () => Promise<unknown>;
};

/** Adds a product as its form wants it. */
export async function addProduct(
  tx: Transaction,
  ctx: MemberContext,
  { id, kind, product, rates = [], addTerms }: NewProduct,
): Promise<void> {
  const made = await tx
    .insert(products)
    .values({ id, kind, ...product, createdAt: ctx.clock.now() })
    .onConflictDoNothing({ target: products.id })
    .returning({ id: products.id });
  if (made.length === 0) return;
  await addTerms();
  if (rates.length > 0) await writeRates(tx, { productId: id }, rates);
  await audit(tx, ctx, `${kind}.created`, id, { title: product.title });
}

type EditedForm<Stated extends object> = {
  /** What is stored, as the form holds it, and what the form wants. */
  now: Stated;
  wanted: Stated;
  version: string;
};

/** Returns the fields that a form changes. Throws changed_meanwhile. */
export function changedFields<Stated extends object>({ now, wanted, version }: EditedForm<Stated>): (keyof Stated)[] {
  refuseOutdated({ now, wanted, version });
  const keys = Object.keys(wanted) as (keyof Stated)[];
  return keys.filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(now[key]));
}

type ChangedProduct = {
  id: string;
  kind: ProductKind;
  product: Partial<ProductColumns>;
  /** Without them, its rates stay. */
  rates?: NewRate[];
  changed: PropertyKey[];
  /** Changes what its buyers hold, and returns what the audit log says of that. */
  changeHeld?: () => Promise<Record<string, unknown>>;
};

/** Stores what a form has changed. Lock the product first. */
export async function changeProduct(
  tx: Transaction,
  ctx: MemberContext,
  { id, kind, product, rates, changed, changeHeld }: ChangedProduct,
): Promise<void> {
  await tx.update(products).set(product).where(eq(products.id, id));
  if (rates) await writeRates(tx, { productId: id }, rates);
  await audit(tx, ctx, `${kind}.edited`, id, { changed, ...(await changeHeld?.()) });
}
