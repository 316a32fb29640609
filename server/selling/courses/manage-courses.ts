import type { Queryable, Transaction } from "@db/client";
import { courseDates, type CourseTerms, courseTerms, liveSessions, products, sessionWaitlist } from "@db/schema";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import { inTransaction } from "../../core/transaction";
import { inputValueOf } from "../../platform/money/convert-price";
import { checkPrice, type PriceCheck } from "../../platform/money/price-notes";
import type { NewRate } from "../../platform/money/price-rows";
import { priceFields } from "../../platform/money/price-schemas";
import { printEntered } from "../../platform/money/session-price";
import { priceTexts } from "../../platform/money/typed-prices";
import { lockProduct } from "../../catalogue/products/lock";
import { addProduct, changedFields, changeProduct, countSales } from "../../catalogue/products/manage-product";
import { readProductPricing } from "../../catalogue/products/product-prices";
import { asSessionPrice, productPricesOf } from "../../catalogue/products/typed-product-prices";
import { reasonToKeep } from "../../catalogue/products/unsold";
import { isOpenEntryIn } from "../waitlist/entries";
import { readCourses, requireCourse } from "./course";
import { notePaidCourses, noteUnusualCourse } from "./price-notes";
import { nameDate } from "../../catalogue/schedule/name-date";
import type { CourseValues, EditedCourse, NewCourse, OfferedDate, OfficeCourse } from "./office-schemas";

/** Lists every course, the newest last. */
export async function listOfficeCourses({ db }: Pick<Context, "db">): Promise<OfficeCourse[]> {
  const ids = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.kind, "course"))
    .orderBy(asc(products.createdAt), asc(products.id));
  const sales = await countSales(db, "course");
  const courses = await readCourses(
    db,
    ids.map(({ id }) => id),
  );
  return courses.map(({ product, dates }) => ({
    id: product.id,
    title: product.title,
    price: printEntered(asSessionPrice(product)),
    dates: dates.length,
    sold: sales.get(product.id) ?? 0,
    isOn: product.isOn,
  }));
}

type Series = { id: string; label: string };

/** Returns the series that a course can be made of, and the dates of the one that is chosen. */
export async function getNewCourse(ctx: Context, { of }: { of?: string | undefined }) {
  const rows = await ctx.db
    .select()
    .from(liveSessions)
    .where(
      and(
        isNotNull(liveSessions.seriesId),
        gt(liveSessions.startTime, ctx.clock.now()),
        isNull(liveSessions.cancelledAt),
      ),
    )
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id));
  const series = new Map<string, typeof rows>();
  for (const row of rows) series.set(row.seriesId ?? "", [...(series.get(row.seriesId ?? "") ?? []), row]);
  const several = [...series.values()].filter((dates) => dates.length > 1);
  const chosen = several.find((dates) => dates.some(({ id }) => id === of));
  return {
    series: several.flatMap(([first, ...others]): Series[] =>
      first ? [{ id: first.id, label: `${first.title}, ${others.length + 1} dates from ${nameDate(first, ctx)}` }] : [],
    ),
    title: chosen?.[0]?.title ?? "",
    dates: (chosen ?? []).map((session): OfferedDate => ({ id: session.id, label: nameDate(session, ctx) })),
  };
}

/** Throws not_found. */
export async function getCourseToEdit(ctx: Context, { id }: { id: string }) {
  const typed = statedOf(await requirePriced(ctx.db, id));
  const { priceMinor, ...rest } = typed;
  const hasPrice = rest.pricing === "one" || rest.pricing === "early";
  const values: CourseValues = { ...rest, price: hasPrice ? inputValueOf(priceMinor) : "" };
  const waiting = await ctx.db.$count(sessionWaitlist, isOpenEntryIn({ courseId: id }));
  const kept = await reasonToKeep(ctx.db, { id, kind: "course" });
  const dates = await listOfferedDates(ctx, typed.sessionIds);
  return { id, ...values, version: versionOf(typed), dates, waiting, kept };
}

/** Returns the dates of a course and the others of its series. */
async function listOfferedDates(ctx: Context, sessionIds: string[]): Promise<OfferedDate[]> {
  const series = ctx.db
    .select({ id: liveSessions.seriesId })
    .from(liveSessions)
    .where(and(inArray(liveSessions.id, sessionIds), isNotNull(liveSessions.seriesId)));
  const rows = await ctx.db
    .select()
    .from(liveSessions)
    .where(or(inArray(liveSessions.id, sessionIds), inArray(liveSessions.seriesId, series)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id));
  return rows.map((session) => ({ id: session.id, label: nameDate(session, ctx) }));
}

/** `check`: a price to be confirmed first; nothing is saved yet. */
type SavedCourse = { outcome: "saved" } | PriceCheck;

const saved = { outcome: "saved" } as const;

/** Adds a course. The form key becomes its id, so posting twice adds it once. Throws invalid (a date is gone). */
export async function createCourse(
  ctx: MemberContext,
  { formKey: id, agreedPrice, ...typed }: NewCourse,
): Promise<SavedCourse> {
  return inTransaction(ctx, async (tx) => {
    const { product, terms, rates } = columnsOf(ctx, typed, null);
    const check = checkPrice(await noteUnusualCourse(tx, { ...product, id, before: null }), agreedPrice);
    if (check) return check;
    const addTerms = async () => {
      await tx.insert(courseTerms).values({ productId: id, ...terms });
      await writeDates(tx, id, typed.sessionIds);
    };
    await addProduct(tx, ctx, { id, kind: "course", product, rates, addTerms });
    return saved;
  });
}

/** Changes what is sold from now on; courses that were booked stay as they are. Throws not_found, changed_meanwhile, invalid. */
export async function editCourse(
  ctx: MemberContext,
  { id, version, agreedPrice, ...wanted }: EditedCourse,
): Promise<SavedCourse> {
  return inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const stored = await requirePriced(tx, id);
    const { product, terms, rates } = columnsOf(ctx, wanted, stored);
    const after = statedOf({ product, terms, rates, sessionIds: wanted.sessionIds });
    const changed = changedFields({ now: statedOf(stored), wanted: after, version });
    if (changed.length === 0) return saved;
    const isPriceNew = changed.some((key) => key === "priceMinor" || key === "currency" || key in priceFields);
    const priced = { ...product, id, before: stored.product };
    const notes = isPriceNew ? [...(await noteUnusualCourse(tx, priced)), ...(await notePaidCourses(tx, id))] : [];
    const check = checkPrice(notes, agreedPrice);
    if (check) return check;
    await tx.update(courseTerms).set(terms).where(eq(courseTerms.productId, id));
    if (changed.includes("sessionIds")) {
      await tx.delete(courseDates).where(eq(courseDates.productId, id));
      await writeDates(tx, id, after.sessionIds);
    }
    await changeProduct(tx, ctx, { id, kind: "course", product, rates, changed });
    return saved;
  });
}

async function writeDates(tx: Transaction, productId: string, sessionIds: string[]): Promise<void> {
  const ids = [...new Set(sessionIds)];
  if ((await tx.$count(liveSessions, inArray(liveSessions.id, ids))) < ids.length) {
    throw new DomainError("invalid", "A date is gone. Please choose again.", { field: "sessionIds" });
  }
  await tx.insert(courseDates).values(ids.map((sessionId) => ({ productId, sessionId })));
}

type TypedCourse = Omit<NewCourse, "formKey" | "agreedPrice">;

type ProductColumns = Pick<
  typeof products.$inferSelect,
  "title" | "description" | "pricing" | "priceMinor" | "highestPriceMinor" | "priceCurrency" | "isOn"
>;
type PricedCourse = {
  product: ProductColumns;
  terms: Pick<CourseTerms, "isSoldSingly" | "canMakeUp">;
  rates: NewRate[];
  sessionIds: string[];
};

/** Throws not_found. */
async function requirePriced(db: Queryable, id: string): Promise<PricedCourse> {
  const { product, terms, dates } = await requireCourse(db, id);
  const { priceRates } = await readProductPricing(db, product);
  return { product, terms, rates: priceRates, sessionIds: dates.map((session) => session.id) };
}

/** Returns a course as it is stored, and the fields of its prices as they were typed. */
function statedOf({ product, terms, rates, sessionIds }: PricedCourse) {
  const { title, description, pricing, priceMinor, priceCurrency: currency, isOn } = product;
  const { isSoldSingly, canMakeUp } = terms;
  const prices = priceTexts(asSessionPrice(product), rates);
  return {
    title,
    description,
    pricing,
    priceMinor,
    currency,
    isOn,
    isSoldSingly,
    canMakeUp,
    ...prices,
    sessionIds: [...sessionIds].sort(),
  };
}

/** Returns what is stored of a form. Throws invalid. */
function columnsOf(ctx: Context, typed: TypedCourse, before: PricedCourse | null) {
  const { title, description, isOn, isSoldSingly, canMakeUp, sessionIds: _, ...prices } = typed;
  const { columns, rates } = productPricesOf(ctx, prices, { before, free });
  return { product: { title, description, isOn, ...columns }, terms: { isSoldSingly, canMakeUp }, rates };
}

const free = "A course can’t be free. Enter prices above 0.";
