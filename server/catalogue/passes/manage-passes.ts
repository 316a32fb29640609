import type { Queryable, Transaction } from "@db/client";
import { passes, passTerms, type PlaceLimit, products, sessionCategories } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { NewRate } from "../../platform/money/price-rows";
import { addProduct, changeProduct } from "../products/manage-product";
import { readProductPricing } from "../products/product-prices";
import { pricedColumns, statedOf, termsIn } from "../products/typed-product-prices";
import { lockPasses } from "./lock";
import type { EditedPass, NewPass, TypedPass } from "./pass-form";
import { limitText, placeLimitOf, startingLimit } from "./place-limit";

const keeping = { kind: "pass" } as const;

/** Adds a pass. The form key becomes its id, so posting twice adds it once. Throws invalid (unknown category). */
export const createPass = (ctx: MemberContext, { formKey: id, isLimitForHolders: _, ...typed }: NewPass) =>
  addProduct(ctx, keeping, { id, plan: (tx) => planOf(ctx, tx, id, typed) });

/**
 * Changes what is sold from now on. Passes that were bought stay as they are, but for the limit if it is for their holders
 * also. Throws not_found, changed_meanwhile, invalid.
 */
export const editPass = (ctx: MemberContext, id: string, { version, isLimitForHolders, ...typed }: EditedPass) =>
  changeProduct(ctx, keeping, {
    id,
    version,
    read: (tx) => requirePass(tx, id),
    stated: (now) => now,
    plan(tx) {
      const { limit, ...plan } = planOf(ctx, tx, id, typed);
      return isLimitForHolders
        ? { ...plan, changeHeld: async () => ({ holders: await limitHeld(tx, id, limit) }) }
        : plan;
    },
  });

/** A pass as it is stored, and the fields of its prices as they were typed. */
type StatedPass = ReturnType<typeof passOf>;

/** Reads a pass as its form holds it. Throws not_found. */
export async function requirePass(db: Queryable, id: string): Promise<StatedPass> {
  const [found] = await db
    .select({ product: products, terms: passTerms })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .where(eq(products.id, id));
  if (!found) throw new DomainError("not_found", "Pass not found");
  const { productId: _, ...terms } = found.terms;
  return passOf(found.product, terms, (await readProductPricing(db, found.product)).priceRates);
}

type TermColumns = Omit<typeof passTerms.$inferSelect, "productId">;

const passOf = (product: Parameters<typeof statedOf>[0], terms: TermColumns, rates: NewRate[]) => ({
  ...statedOf(product, rates),
  ...terms,
  placeLimit: limitText(terms.placeLimit),
});

/** Returns what is stored of a form. Throws invalid. */
function planOf(ctx: Context, tx: Transaction, productId: string, typed: TypedPass) {
  const { product, rates } = pricedColumns(ctx, typed, { before: null, free });
  const { placeLimit, categoryIds, ...others } = termsIn(typed);
  const limit = placeLimitOf(
    ctx,
    placeLimit ?? startingLimit({ ...product, credits: typed.credits }),
    product.priceCurrency,
  );
  const terms = {
    ...others,
    placeLimit: limit,
    categoryIds: typed.cover === "categories" ? [...categoryIds].sort() : [],
  };
  return {
    stated: passOf(product, terms, rates),
    product,
    rates,
    limit,
    async storeTerms() {
      await requireCategories(tx, terms.categoryIds);
      await tx
        .insert(passTerms)
        .values({ productId, ...terms })
        .onConflictDoUpdate({ target: passTerms.productId, set: terms });
    },
  };
}

const free = "A pass can’t be free. Enter prices above 0, or give it away.";

async function requireCategories(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  if ((await tx.$count(sessionCategories, inArray(sessionCategories.id, ids))) === new Set(ids).size) return;
  throw new DomainError("invalid", "A category is gone. Please choose again.", { field: "categoryIds" });
}

/** Counts the passes that were bought and are not at their end, and whose limit is not that of the pass on sale. */
export async function countOtherHolders(db: Queryable, productId: string): Promise<number> {
  const limit = db.select({ limit: passTerms.placeLimit }).from(passTerms).where(eq(passTerms.productId, productId));
  return db.$count(passes, and(isHeldOf(productId), sql`${passes.placeLimit} is distinct from (${limit})`));
}

/** Gives those who hold a pass its limit. Returns how many. */
async function limitHeld(tx: Transaction, productId: string, placeLimit: PlaceLimit): Promise<number> {
  const held = await lockPasses(tx, isHeldOf(productId));
  if (held.length === 0) return 0;
  const ids = held.map(({ id }) => id);
  await tx.update(passes).set({ placeLimit }).where(inArray(passes.id, ids));
  return held.length;
}

const isHeldOf = (productId: string) =>
  and(eq(passes.productId, productId), isNotNull(passes.purchaseId), isNull(passes.endedAt));
