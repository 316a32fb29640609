import type { Queryable, Transaction } from "@db/client";
import { passes, passTerms, type PlaceLimit, products, sessionCategories } from "@db/schema";
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import { inTransaction } from "../../core/transaction";
import { inputValueOf } from "../../platform/money/convert-price";
import type { NewRate } from "../../platform/money/price-rows";
import { printEntered } from "../../platform/money/session-price";
import { priceTexts } from "../../platform/money/typed-prices";
import { kinds } from "../products/kinds";
import { lockProduct } from "../products/lock";
import { addProduct, changedFields, changeProduct, countSales } from "../products/manage-product";
import { reasonToKeep } from "../products/unsold";
import { readProductPricing } from "../products/product-prices";
import { asSessionPrice, productPricesOf } from "../products/typed-product-prices";
import { holds } from "./describe-pass";
import { describeLimit, limitText, placeLimitOf, startingLimit } from "./place-limit";
import type { EditedPass, ListedPass, NewPass, OpenedPass } from "./schemas";
import { lockPasses } from "./lock";

type PassRef = { id: string };

const selectPasses = (db: Queryable) =>
  db
    .select({ product: products, terms: passTerms })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .$dynamic();

/** Lists every pass, the newest last. */
export async function listAllPasses({ db }: Pick<Context, "db">): Promise<ListedPass[]> {
  const rows = await selectPasses(db).orderBy(asc(products.createdAt), asc(products.id));
  const sales = await countSales(db, "pass");
  return rows.map(({ product, terms }) => ({
    id: product.id,
    title: product.title,
    path: kinds.pass.pathOf(product),
    price: printEntered(asSessionPrice(product)),
    holds: [holds(terms), describeLimit(terms.placeLimit)].filter(Boolean).join(", "),
    sold: sales.get(product.id) ?? 0,
    isOn: product.isOn,
  }));
}

/** Throws not_found. */
export async function getPassForm({ db }: Pick<Context, "db">, { id }: PassRef): Promise<OpenedPass> {
  const typed = await requireTyped(db, id);
  const { priceMinor, credits, months, ...rest } = typed;
  const numbers = { credits: credits === null ? "" : String(credits), months: String(months) };
  return {
    ...rest,
    ...numbers,
    id,
    price: rest.pricing === "one" ? inputValueOf(priceMinor) : "",
    version: versionOf(typed),
    otherHolders: await countOtherHolders(db, id),
    kept: await reasonToKeep(db, { id, kind: "pass" }),
  };
}

/** Adds a pass. The form key becomes its id, so posting twice adds it once. Throws invalid (unknown category). */
export async function createPass(ctx: MemberContext, { formKey: id, ...typed }: NewPass): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { product, terms, rates } = columnsOf(ctx, typed);
    await requireCategories(tx, terms.categoryIds);
    const addTerms = () => tx.insert(passTerms).values({ productId: id, ...terms });
    await addProduct(tx, ctx, { id, kind: "pass", product, rates, addTerms });
  });
}

/**
 * Changes what is sold from now on. Passes that were bought stay as they are, but for the limit if it is for their holders
 * also. Throws not_found, changed_meanwhile, invalid.
 */
export async function editPass(
  ctx: MemberContext,
  { id, version, isLimitForHolders, ...wanted }: EditedPass,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const now = await requireTyped(tx, id);
    const { product, terms, rates } = columnsOf(ctx, wanted);
    const changed = changedFields({ now, wanted: passOf(product, terms, rates), version });
    if (changed.length === 0 && !isLimitForHolders) return;
    await requireCategories(tx, terms.categoryIds);
    await tx.update(passTerms).set(terms).where(eq(passTerms.productId, id));
    const changeHeld = async () => (isLimitForHolders ? { holders: await limitHeld(tx, id, terms.placeLimit) } : {});
    await changeProduct(tx, ctx, { id, kind: "pass", product, rates, changed, changeHeld });
  });
}

type TypedPass = Omit<NewPass, "formKey">;

/** A pass as it is stored, and the fields of its prices as they were typed. */
type StatedPass = ReturnType<typeof passOf>;

/** Reads a pass as its form holds it. Throws not_found. */
async function requireTyped(db: Queryable, id: string): Promise<StatedPass> {
  const [found] = await selectPasses(db).where(eq(products.id, id));
  if (!found) throw new DomainError("not_found", "Pass not found");
  const { productId: _, ...terms } = found.terms;
  return passOf(found.product, terms, (await readProductPricing(db, found.product)).priceRates);
}

type ProductColumns = Pick<
  typeof products.$inferSelect,
  "title" | "description" | "pricing" | "priceMinor" | "highestPriceMinor" | "priceCurrency" | "isOn"
>;
type TermColumns = Omit<typeof passTerms.$inferSelect, "productId">;

function passOf(product: ProductColumns, terms: TermColumns, rates: NewRate[]) {
  const { title, description, pricing, priceMinor, priceCurrency: currency, isOn } = product;
  const { earlyPrice: _, earlyUntil: __, earlyPlaces: ___, ...prices } = priceTexts(asSessionPrice(product), rates);
  const placeLimit = limitText(terms.placeLimit);
  return { title, description, pricing, priceMinor, currency, isOn, ...terms, ...prices, placeLimit };
}

/** Returns what is stored of a form. Throws invalid. */
function columnsOf(ctx: Context, { title, description, priceMinor, currency, isOn, ...typed }: TypedPass) {
  const { credits, months, starts, cover, categoryIds, isIntroduction, placeLimit, ...prices } = typed;
  const noEarlyPrice = { earlyPrice: null, earlyUntil: null, earlyPlaces: null };
  const form = { ...prices, ...noEarlyPrice, priceMinor, currency };
  const { columns, rates } = productPricesOf(ctx, form, { before: null, free });
  return {
    product: { title, description, isOn, ...columns },
    terms: {
      credits,
      months,
      starts,
      cover,
      isIntroduction,
      placeLimit: placeLimitOf(ctx, placeLimit ?? startingLimit({ ...columns, credits }), currency),
      categoryIds: cover === "categories" ? [...categoryIds].sort() : [],
    },
    rates,
  };
}

const free = "A pass can’t be free. Enter prices above 0, or give it away.";

async function requireCategories(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  if ((await tx.$count(sessionCategories, inArray(sessionCategories.id, ids))) === new Set(ids).size) return;
  throw new DomainError("invalid", "A category is gone. Please choose again.", { field: "categoryIds" });
}

/** Counts the passes that were bought and are not at their end, and whose limit is not that of the pass on sale. */
async function countOtherHolders(db: Queryable, productId: string): Promise<number> {
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
