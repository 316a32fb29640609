import type { Queryable, Transaction } from "@db/client";
import { passTerms, products, purchases, sessionCategories } from "@db/schema";
import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { openingStatuses } from "../../core/bought";
import { inputValueOf } from "../money/convert-price";
import { priceOf } from "../products/catalogue";
import { kinds } from "../products/kinds";
import { lockProduct } from "../products/lock";
import { holds } from "./describe-pass";
import type { EditedPass, ListedPass, NewPass, OpenedPass } from "./schemas";

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
  const isSold = and(inArray(purchases.status, [...openingStatuses]), isNull(purchases.archivedAt));
  const sold = await db
    .select({ productId: purchases.productId, sold: count() })
    .from(purchases)
    .where(and(eq(purchases.productKind, "pass"), isSold))
    .groupBy(purchases.productId);
  return rows.map(({ product, terms }) => ({
    id: product.id,
    title: product.title,
    path: kinds.pass.pathOf(product),
    price: formatPrice(priceOf(product)),
    holds: holds(terms),
    sold: sold.find(({ productId }) => productId === product.id)?.sold ?? 0,
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
    price: inputValueOf(priceMinor),
    version: versionOf(typed),
    kept: await reasonToKeep(db, id),
  };
}

/** Adds a pass. The form key becomes its id, so posting twice adds it once. Throws invalid (unknown category). */
export async function createPass(ctx: MemberContext, { formKey: id, ...typed }: NewPass): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { product, terms } = columnsOf(typed);
    await requireCategories(tx, terms.categoryIds);
    const made = await tx
      .insert(products)
      .values({ id, kind: "pass", ...product, createdAt: ctx.clock.now() })
      .onConflictDoNothing({ target: products.id })
      .returning({ id: products.id });
    if (made.length === 0) return;
    await tx.insert(passTerms).values({ productId: id, ...terms });
    await audit(tx, ctx, "pass.created", id, { title: product.title });
  });
}

/** Changes what is sold from now on; passes that were bought stay as they are. Throws not_found, changed_meanwhile, invalid. */
export async function editPass(ctx: MemberContext, { id, version, ...wanted }: EditedPass): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const before = await requireTyped(tx, id);
    const after: TypedPass = { ...before, ...wanted, ...columnsOf(wanted).terms };
    refuseOutdated({ now: before, wanted: after, version });
    const keys = Object.keys(after) as (keyof TypedPass)[];
    const changed = keys.filter((key) => String(after[key]) !== String(before[key]));
    if (changed.length === 0) return;
    const { product, terms } = columnsOf(after);
    await requireCategories(tx, terms.categoryIds);
    await tx.update(products).set(product).where(eq(products.id, id));
    await tx.update(passTerms).set(terms).where(eq(passTerms.productId, id));
    await audit(tx, ctx, "pass.edited", id, { changed });
  });
}

/** Deletes a pass that no one has bought or began to. Throws not_found, closed. */
export async function deletePass(ctx: MemberContext, { id }: PassRef): Promise<{ title: string }> {
  return inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const { title } = await requireTyped(tx, id);
    const kept = await reasonToKeep(tx, id);
    if (kept) throw new DomainError("closed", kept);
    await tx.delete(products).where(eq(products.id, id));
    await audit(tx, ctx, "pass.deleted", id, { title });
    return { title };
  });
}

const reasonToKeep = async (db: Queryable, id: string): Promise<string | null> =>
  (await db.$count(purchases, eq(purchases.productId, id))) > 0
    ? "Someone has bought this pass, or began to. Switch it off instead."
    : null;

type TypedPass = Omit<NewPass, "formKey">;

/** Reads a pass as its form holds it. Throws not_found. */
async function requireTyped(db: Queryable, id: string): Promise<TypedPass> {
  const [found] = await selectPasses(db).where(eq(products.id, id));
  if (!found) throw new DomainError("not_found", "Pass not found");
  const { productId: _, ...terms } = found.terms;
  const { title, description, priceMinor, priceCurrency: currency, isOn } = found.product;
  return { title, description, priceMinor, currency, isOn, ...terms };
}

function columnsOf({ title, description, priceMinor, currency, isOn, ...terms }: TypedPass) {
  const { credits, months, starts, cover, categoryIds, isIntroduction } = terms;
  return {
    product: { title, description, priceMinor, priceCurrency: currency, isOn },
    terms: {
      ...{ credits, months, starts, cover, isIntroduction },
      categoryIds: cover === "categories" ? [...categoryIds].sort() : [],
    },
  };
}

async function requireCategories(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  if ((await tx.$count(sessionCategories, inArray(sessionCategories.id, ids))) === new Set(ids).size) return;
  throw new DomainError("invalid", "A category is gone. Please choose again.", { field: "categoryIds" });
}
