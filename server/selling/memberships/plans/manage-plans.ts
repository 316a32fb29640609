import type { Queryable, Transaction } from "@db/client";
import { memberships, membershipTerms, products, sessionCategories } from "@db/schema";
import { and, asc, count, eq, getTableColumns, inArray, isNull } from "drizzle-orm";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { enqueueJob } from "../../../platform/jobs/enqueue-job";
import { limitText, placeLimitOf } from "../../../catalogue/passes/place-limit";
import { addProduct, changeProduct } from "../../../catalogue/products/manage-product";
import type { EditedOf, NewOf } from "../../../catalogue/products/office/form";
import { deleteProduct } from "../../../catalogue/products/unsold";
import { describeGrants, type PlanTerms, pricesOf, readGrantNames } from "./describe-plan";
import type { planForm, TypedPlan } from "./plan-form";
import type { ListedPlan } from "../schemas";

const { productId: _, ...termColumns } = getTableColumns(membershipTerms);

export const selectPlans = (db: Queryable) =>
  db
    .select({ product: products, terms: termColumns })
    .from(products)
    .innerJoin(membershipTerms, eq(membershipTerms.productId, products.id))
    .$dynamic();

/** Lists every plan with its members, the newest last. */
export async function listPlans({ db }: Pick<Context, "db">): Promise<ListedPlan[]> {
  const rows = await selectPlans(db).orderBy(asc(products.createdAt), asc(products.id));
  const counted = await db
    .select({ productId: memberships.productId, members: count() })
    .from(memberships)
    .where(isNull(memberships.endedAt))
    .groupBy(memberships.productId);
  const names = await readGrantNames(
    db,
    rows.map(({ terms }) => terms),
  );
  return rows.map(({ product, terms }) => ({
    id: product.id,
    title: product.title,
    isOn: product.isOn,
    price: pricesOf(terms, product.priceCurrency)
      .map(({ text }) => text)
      .join(" or "),
    holds: describeGrants(terms, names).join(" "),
    members: counted.find(({ productId }) => productId === product.id)?.members ?? 0,
  }));
}

type NamedRow = { id: string; name: string };

/** Returns what a plan may be for: the categories of sessions and the collections. */
export async function listGrantable({
  db,
}: Pick<Context, "db">): Promise<Record<"categories" | "collections", NamedRow[]>> {
  const [categories, collections] = await Promise.all([
    db
      .select({ id: sessionCategories.id, name: sessionCategories.name })
      .from(sessionCategories)
      .orderBy(asc(sessionCategories.name)),
    db
      .select({ id: products.id, name: products.title })
      .from(products)
      .where(eq(products.kind, "collection"))
      .orderBy(asc(products.title), asc(products.id)),
  ]);
  return { categories, collections };
}

const keeping = { kind: "membership", audited: "membership.plan_" } as const;

/** Adds a plan. The form key becomes its id, so posting twice adds it once. Throws invalid (unknown category or collection). */
export const createPlan = (ctx: MemberContext, { formKey: id, ...typed }: NewOf<typeof planForm>) =>
  addProduct(ctx, keeping, { id, plan: (tx) => planToStore(ctx, tx, id, typed) });

/**
 * Changes what those have who join from now on: members keep what they have, and what they pay. Throws not_found,
 * changed_meanwhile, invalid.
 */
export const editPlan = (ctx: MemberContext, id: string, { version, ...typed }: EditedOf<typeof planForm>) =>
  changeProduct(ctx, keeping, {
    id,
    version,
    read: (tx) => requirePlan(tx, id),
    stated: (now) => now,
    async plan(tx) {
      await enqueueJob(tx, "tell-stripe-of-plan", { productId: id });
      return planToStore(ctx, tx, id, typed);
    },
  });

/** Deletes a plan that no one has joined. Throws not_found, closed. */
export const deletePlan = (ctx: MemberContext, id: string) => deleteProduct(ctx, { id, ...keeping });

/** Reads a plan as its form holds it. Throws not_found. */
export async function requirePlan(db: Queryable, id: string) {
  const [found] = await selectPlans(db).where(eq(products.id, id));
  if (!found) throw new DomainError("not_found", "Membership not found");
  return planOf(found.product, found.terms);
}

type ProductColumns = Pick<typeof products.$inferSelect, "title" | "description" | "priceCurrency" | "isOn">;

function planOf({ title, description, priceCurrency: currency, isOn }: ProductColumns, terms: PlanTerms) {
  const { monthlyMinor: monthly, yearlyMinor: yearly, ...others } = terms;
  return {
    ...others,
    title,
    description,
    currency,
    isOn,
    monthly,
    yearly,
    placeLimit: limitText(terms.placeLimit),
  };
}

/** Returns what is stored of a form. What belongs to something that was not chosen is left out. */
function planToStore(ctx: Pick<Context, "rates">, tx: Transaction, productId: string, form: TypedPlan) {
  const { title, description, currency, isOn, monthly, yearly, placeLimit, ...typed } = form;
  const { coversSessions, credits, collections } = typed;
  const isLimited = placeLimit !== null && (coversSessions || credits !== null);
  const product = { title, description, isOn, priceCurrency: currency, priceMinor: monthly ?? yearly ?? 0 };
  const terms = {
    ...typed,
    placeLimit: isLimited ? placeLimitOf(ctx, placeLimit, currency) : null,
    categoryIds: coversSessions ? [...typed.categoryIds].sort() : [],
    weeklyLimit: coversSessions ? typed.weeklyLimit : null,
    carriedOver: credits === null ? 0 : (typed.carriedOver ?? 0),
    collectionIds: collections === "chosen" ? [...typed.collectionIds].sort() : [],
    discountPercent: typed.discountPercent ?? 0,
    trialDays: typed.trialDays ?? 0,
    monthlyMinor: monthly,
    yearlyMinor: yearly,
  };
  return {
    stated: planOf(product, terms),
    product,
    async storeTerms() {
      await requireNamed(tx, terms);
      await tx
        .insert(membershipTerms)
        .values({ productId, ...terms })
        .onConflictDoUpdate({ target: membershipTerms.productId, set: terms });
    },
  };
}

async function requireNamed(
  tx: Transaction,
  { categoryIds, collectionIds }: Pick<PlanTerms, "categoryIds" | "collectionIds">,
): Promise<void> {
  const known = await tx.$count(sessionCategories, inArray(sessionCategories.id, categoryIds));
  if (known < new Set(categoryIds).size) {
    throw new DomainError("invalid", "A category is gone. Please choose again.", { field: "categoryIds" });
  }
  const isChosen = and(eq(products.kind, "collection"), inArray(products.id, collectionIds));
  if ((await tx.$count(products, isChosen)) < new Set(collectionIds).size) {
    throw new DomainError("invalid", "A collection is gone. Please choose again.", { field: "collectionIds" });
  }
}
