import type { Queryable, Transaction } from "@db/client";
import { memberships, membershipTerms, products, sessionCategories } from "@db/schema";
import { and, asc, count, eq, inArray, isNull, or } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import type { Currency } from "../../core/money";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { inputValueOf } from "../../platform/money/convert-price";
import { limitText, placeLimitOf } from "../../catalogue/passes/place-limit";
import { lockProduct } from "../../catalogue/products/lock";
import { changedFields } from "../../catalogue/products/manage-product";
import { reasonToKeep } from "../../catalogue/products/unsold";
import { describeGrants, intervals, type PlanTerms, printPrice, readGrantNames } from "./describe-plan";
import type { EditedPlan, ListedPlan, NewPlan, OpenedPlan } from "./schemas";

type PlanRef = { id: string };

export const selectPlans = (db: Queryable) =>
  db
    .select({ product: products, terms: membershipTerms })
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
    price: printPrices(terms, product.priceCurrency),
    holds: describeGrants(terms, names).join(" "),
    members: counted.find(({ productId }) => productId === product.id)?.members ?? 0,
  }));
}

const printPrices = ({ monthlyMinor, yearlyMinor }: PlanTerms, currency: Currency): string =>
  intervals
    .flatMap((interval) => {
      const amountMinor = interval === "month" ? monthlyMinor : yearlyMinor;
      return amountMinor === null ? [] : printPrice({ amountMinor, currency }, interval);
    })
    .join(" or ");

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

/** Throws not_found. */
export async function getPlanForm({ db }: Pick<Context, "db">, { id }: PlanRef): Promise<OpenedPlan> {
  const typed = await requireTyped(db, id);
  const { monthly, yearly, weeklyLimit, credits, carriedOver, discountPercent, trialDays, ...others } = typed;
  const amount = (minor: number | null) => (minor === null ? "" : inputValueOf(minor));
  const number = (value: number | null) => (value === null ? "" : String(value));
  return {
    ...others,
    id,
    version: versionOf(typed),
    kept: await reasonToKeepPlan(db, { id }),
    monthly: amount(monthly),
    yearly: amount(yearly),
    weeklyLimit: number(weeklyLimit),
    credits: number(credits),
    carriedOver: number(carriedOver),
    discountPercent: number(discountPercent),
    trialDays: number(trialDays),
  };
}

/** Returns why a plan can't be deleted: it has or had members. Null if it can. */
async function reasonToKeepPlan(db: Queryable, { id }: PlanRef): Promise<string | null> {
  const isHeld = or(eq(memberships.productId, id), eq(memberships.nextProductId, id));
  if ((await db.$count(memberships, isHeld)) > 0) {
    return "Someone has or had this membership. Take it off sale instead.";
  }
  return reasonToKeep(db, { id, kind: "membership" });
}

/** Adds a plan. The form key becomes its id, so posting twice adds it once. Throws invalid (unknown category or collection). */
export async function createPlan(ctx: MemberContext, { formKey: id, ...typed }: NewPlan): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { product, terms } = columnsOf(ctx, typed);
    await requireNamed(tx, terms);
    const made = await tx
      .insert(products)
      .values({ id, kind: "membership", ...product, createdAt: ctx.clock.now() })
      .onConflictDoNothing({ target: products.id })
      .returning({ id: products.id });
    if (made.length === 0) return;
    await tx.insert(membershipTerms).values({ productId: id, ...terms });
    await audit(tx, ctx, "membership.plan_created", id, { title: product.title });
  });
}

/**
 * Changes what those have who join from now on: members keep what they have, and what they pay. Throws not_found,
 * changed_meanwhile, invalid.
 */
export async function editPlan(ctx: MemberContext, { id, version, ...typed }: EditedPlan): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const before = await requireTyped(tx, id);
    const { product, terms } = columnsOf(ctx, typed);
    const after = planOf(product, terms);
    const changed = changedFields({ now: before, wanted: after, version });
    if (changed.length === 0) return;
    await requireNamed(tx, terms);
    await tx.update(products).set(product).where(eq(products.id, id));
    await tx.update(membershipTerms).set(terms).where(eq(membershipTerms.productId, id));
    await enqueueJob(tx, "tell-stripe-of-plan", { productId: id });
    await audit(tx, ctx, "membership.plan_edited", id, { changed });
  });
}

/** Deletes a plan that no one has joined. Throws not_found, closed. */
export async function deletePlan(ctx: MemberContext, { id }: PlanRef): Promise<{ title: string }> {
  return inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const { title } = await requireTyped(tx, id);
    const kept = await reasonToKeepPlan(tx, { id });
    if (kept) throw new DomainError("closed", kept);
    await tx.delete(products).where(eq(products.id, id));
    await audit(tx, ctx, "membership.plan_deleted", id, { title });
    return { title };
  });
}

type TypedPlan = ReturnType<typeof planOf>;

/** Reads a plan as its form holds it. Throws not_found. */
async function requireTyped(db: Queryable, id: string): Promise<TypedPlan> {
  const [found] = await selectPlans(db).where(eq(products.id, id));
  if (!found) throw new DomainError("not_found", "Membership not found");
  return planOf(found.product, found.terms);
}

type ProductColumns = Pick<typeof products.$inferSelect, "title" | "description" | "priceCurrency" | "isOn">;

function planOf({ title, description, priceCurrency: currency, isOn }: ProductColumns, terms: PlanTerms) {
  const { monthlyMinor: monthly, yearlyMinor: yearly } = terms;
  const { coversSessions, categoryIds, weeklyLimit, credits, carriedOver } = terms;
  const placeLimit = limitText(terms.placeLimit);
  const { collections, collectionIds, discountPercent, trialDays } = terms;
  return {
    title,
    description,
    currency,
    isOn,
    monthly,
    yearly,
    coversSessions,
    placeLimit,
    categoryIds,
    weeklyLimit,
    credits,
    carriedOver,
    collections,
    collectionIds,
    discountPercent,
    trialDays,
  };
}

/** Returns what is stored of a form. What belongs to something that was not chosen is left out. */
function columnsOf(
  ctx: Pick<Context, "rates">,
  { title, description, currency, isOn, ...typed }: Omit<NewPlan, "formKey">,
) {
  const { coversSessions, credits, collections, placeLimit } = typed;
  const isLimited = placeLimit !== null && (coversSessions || credits !== null);
  return {
    product: {
      title,
      description,
      isOn,
      priceCurrency: currency,
      priceMinor: typed.monthly ?? typed.yearly ?? 0,
    },
    terms: {
      coversSessions,
      placeLimit: isLimited ? placeLimitOf(ctx, placeLimit, currency) : null,
      categoryIds: coversSessions ? [...typed.categoryIds].sort() : [],
      weeklyLimit: coversSessions ? typed.weeklyLimit : null,
      credits,
      carriedOver: credits === null ? 0 : (typed.carriedOver ?? 0),
      collections,
      collectionIds: collections === "chosen" ? [...typed.collectionIds].sort() : [],
      discountPercent: typed.discountPercent ?? 0,
      trialDays: typed.trialDays ?? 0,
      monthlyMinor: typed.monthly,
      yearlyMinor: typed.yearly,
    },
  };
}

async function requireNamed(tx: Transaction, { categoryIds, collectionIds }: PlanTerms): Promise<void> {
  const known = await tx.$count(sessionCategories, inArray(sessionCategories.id, categoryIds));
  if (known < new Set(categoryIds).size) {
    throw new DomainError("invalid", "A category is gone. Please choose again.", { field: "categoryIds" });
  }
  const isChosen = and(eq(products.kind, "collection"), inArray(products.id, collectionIds));
  if ((await tx.$count(products, isChosen)) < new Set(collectionIds).size) {
    throw new DomainError("invalid", "A collection is gone. Please choose again.", { field: "collectionIds" });
  }
}
