import type { Queryable, Transaction } from "@db/client";
import { products, purchases } from "@db/schema";
import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { refuseOutdated } from "../../core/forms";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import type { PriceCheck } from "../../platform/money/price-notes";
import { type NewRate, writeRates } from "../../platform/money/price-rows";
import { openingStatuses } from "../entitlements/bought";
import type { ProductKind } from "./kinds/kind";
import { lockProduct } from "./lock";
import { saved, type SavedProduct } from "./office/product-office";

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

/** What saving a form stores. */
type Plan<Stated extends object, Columns> = {
  /** What its form holds from then on, which tells what has changed. */
  stated: Stated;
  product: Columns;
  /** Without them, its rates stay. */
  rates?: NewRate[];
  /** Returns notes on its price that are to be confirmed first. */
  check?: (changed: PropertyKey[] | null) => Promise<PriceCheck | null>;
  /** Stores what makes it one of its kind. */
  storeTerms?: (changed: PropertyKey[] | null) => Promise<unknown>;
  /** Stores its files, and returns whether they change. */
  storeFiles?: () => Promise<boolean>;
  /** Changes what its buyers hold, and returns what the audit log says of that. */
  changeHeld?: () => Promise<Record<string, unknown>>;
};

type PlanAnswer<Stated extends object, Columns> = Plan<Stated, Columns> | Promise<Plan<Stated, Columns>>;

/** How products of a kind are kept. */
type Keeping = {
  kind: ProductKind;
  /** What the audit log calls a step, if not by the kind: "membership.plan_" for "membership.plan_edited". */
  audited?: `${ProductKind}.${string}`;
  /** Runs the work in a transaction which locks more than the product. */
  within?: <Value>(ctx: MemberContext, work: (tx: Transaction) => Promise<Value>) => Promise<Value>;
};

type NewProduct<Stated extends object> = {
  /** The key of its form, so that posting twice adds it once. */
  id: string;
  /** What the audit log names it by. */
  subject?: string;
  /** Completes its uploads, before the transaction. */
  finish?: () => Promise<void>;
  plan: (tx: Transaction) => PlanAnswer<Stated, ProductColumns>;
};

/** Adds a product as its form wants it. */
export async function addProduct<Stated extends object>(
  ctx: MemberContext,
  { kind, audited = `${kind}.`, within = inTransaction }: Keeping,
  { id, subject = id, finish, plan }: NewProduct<Stated>,
): Promise<SavedProduct> {
  const isMade = async (db: Queryable) => (await db.$count(products, eq(products.id, id))) > 0;
  if (await isMade(ctx.db)) return saved;
  await finish?.();
  return within(ctx, async (tx) => {
    if (await isMade(tx)) return saved;
    const { product, rates = [], check, storeTerms, storeFiles } = await plan(tx);
    const question = await check?.(null);
    if (question) return question;
    const made = await tx
      .insert(products)
      .values({ id, kind, ...product, createdAt: ctx.clock.now() })
      .onConflictDoNothing({ target: products.id })
      .returning({ id: products.id });
    if (made.length === 0) return saved;
    await storeTerms?.(null);
    await storeFiles?.();
    if (rates.length > 0) await writeRates(tx, { productId: id }, rates);
    await audit(tx, ctx, `${audited}created`, subject, { title: product.title });
    return saved;
  });
}

/** Returns the fields that a form changes. Throws changed_meanwhile. */
function changedFields<Stated extends object>(now: Stated, wanted: Stated, version: string): (keyof Stated & string)[] {
  refuseOutdated({ now, wanted, version });
  const keys = Object.keys(wanted) as (keyof Stated & string)[];
  return keys.filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(now[key]));
}

type ChangedProduct<Stored, Stated extends object> = {
  id: string;
  subject?: string;
  version: string;
  /** Reads what is stored once the product is locked. Throws not_found. */
  read: (tx: Transaction) => Promise<Stored>;
  stated: (stored: Stored) => Stated;
  plan: (tx: Transaction, stored: Stored) => PlanAnswer<Stated, Partial<ProductColumns>>;
};

/** Changes a product as its form wants it. Throws not_found, changed_meanwhile. */
export async function changeProduct<Stored, Stated extends object>(
  ctx: MemberContext,
  { kind, audited = `${kind}.`, within = inTransaction }: Keeping,
  { id, subject = id, version, read, stated, plan }: ChangedProduct<Stored, Stated>,
): Promise<SavedProduct> {
  return within(ctx, async (tx) => {
    await lockProduct(tx, id);
    const stored = await read(tx);
    const { product, rates, check, storeTerms, storeFiles, changeHeld, ...planned } = await plan(tx, stored);
    const changed: PropertyKey[] = changedFields(stated(stored), planned.stated, version);
    if (await storeFiles?.()) changed.push("files");
    if (changed.length === 0 && !changeHeld) return saved;
    const question = await check?.(changed);
    if (question) return question;
    await storeTerms?.(changed);
    await tx.update(products).set(product).where(eq(products.id, id));
    if (rates) await writeRates(tx, { productId: id }, rates);
    await audit(tx, ctx, `${audited}edited`, subject, { changed, ...(await changeHeld?.()) });
    return saved;
  });
}
