import type { Queryable, Transaction } from "@db/client";
import { courseDates, type CourseTerms, courseTerms, liveSessions } from "@db/schema";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { checkPrice } from "../../platform/money/price-notes";
import type { NewRate } from "../../platform/money/price-rows";
import { priceFields } from "../../platform/money/price-schemas";
import { addProduct, changeProduct } from "../../catalogue/products/manage-product";
import type { EditedOf, NewOf } from "../../catalogue/products/office/form";
import { readProductPricing } from "../../catalogue/products/product-prices";
import { pricedColumns, statedOf, termsIn } from "../../catalogue/products/typed-product-prices";
import { nameDate } from "../../catalogue/schedule/name-date";
import { requireCourse } from "./course";
import type { courseForm, OfferedDate, TypedCourse } from "./office-form";
import { notePaidCourses, noteUnusualCourse } from "./price-notes";

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
    dates: (chosen ?? []).map((session): OfferedDate => ({ id: session.id, name: nameDate(session, ctx) })),
  };
}

/** Returns the dates of a course and the others of its series. */
export async function listOfferedDates(ctx: Context, sessionIds: string[]): Promise<OfferedDate[]> {
  const series = ctx.db
    .select({ id: liveSessions.seriesId })
    .from(liveSessions)
    .where(and(inArray(liveSessions.id, sessionIds), isNotNull(liveSessions.seriesId)));
  const rows = await ctx.db
    .select()
    .from(liveSessions)
    .where(or(inArray(liveSessions.id, sessionIds), inArray(liveSessions.seriesId, series)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id));
  return rows.map((session) => ({ id: session.id, name: nameDate(session, ctx) }));
}

const keeping = { kind: "course" } as const;

/** Adds a course. The form key becomes its id, so posting twice adds it once. Throws invalid (a date is gone). */
export const createCourse = (ctx: MemberContext, { formKey: id, agreedPrice, ...typed }: NewOf<typeof courseForm>) =>
  addProduct(ctx, keeping, { id, plan: (tx) => planOf(ctx, tx, { id, typed, agreedPrice, before: null }) });

/** Changes what is sold from now on; courses that were booked stay as they are. Throws not_found, changed_meanwhile, invalid. */
export const editCourse = (
  ctx: MemberContext,
  id: string,
  { version, agreedPrice, ...typed }: EditedOf<typeof courseForm>,
) =>
  changeProduct(ctx, keeping, {
    id,
    version,
    read: (tx) => requirePriced(tx, id),
    stated: courseOf,
    plan: (tx, before) => planOf(ctx, tx, { id, typed, agreedPrice, before }),
  });

type PricedCourse = {
  product: Parameters<typeof statedOf>[0];
  terms: Omit<CourseTerms, "productId">;
  rates: NewRate[];
  sessionIds: string[];
};

/** Throws not_found. */
export async function requirePriced(db: Queryable, id: string): Promise<PricedCourse> {
  const { product, terms, dates } = await requireCourse(db, id);
  const { productId: _, ...own } = terms;
  const { priceRates } = await readProductPricing(db, product);
  return { product, terms: own, rates: priceRates, sessionIds: dates.map((session) => session.id) };
}

/** Returns a course as it is stored, and the fields of its prices as they were typed. */
export const courseOf = ({ product, terms, rates, sessionIds }: PricedCourse) => ({
  ...statedOf(product, rates),
  ...terms,
  sessionIds: [...sessionIds].sort(),
});

type SavedForm = { id: string; typed: TypedCourse; agreedPrice: string | undefined; before: PricedCourse | null };

/** Returns what is stored of a form. Throws invalid. */
function planOf(ctx: Context, tx: Transaction, { id: productId, typed, agreedPrice, before }: SavedForm) {
  const { product, rates } = pricedColumns(ctx, typed, { before, free });
  const { sessionIds, ...terms } = termsIn(typed);
  const stated = courseOf({ product, terms, rates, sessionIds });
  return {
    stated,
    product,
    rates,
    async check(changed: PropertyKey[] | null) {
      if (changed && !changed.some((key) => key === "price" || key === "currency" || key in priceFields)) return null;
      const unusual = await noteUnusualCourse(tx, { ...product, id: productId, before: before?.product ?? null });
      return checkPrice([...unusual, ...(before ? await notePaidCourses(tx, productId) : [])], agreedPrice);
    },
    async storeTerms(changed: PropertyKey[] | null) {
      await tx
        .insert(courseTerms)
        .values({ productId, ...terms })
        .onConflictDoUpdate({ target: courseTerms.productId, set: terms });
      if (!changed || changed.includes("sessionIds")) await writeDates(tx, productId, stated.sessionIds);
    },
  };
}

const free = "A course can’t be free. Enter prices above 0.";

async function writeDates(tx: Transaction, productId: string, sessionIds: string[]): Promise<void> {
  const ids = [...new Set(sessionIds)];
  if ((await tx.$count(liveSessions, inArray(liveSessions.id, ids))) < ids.length) {
    throw new DomainError("invalid", "A date is gone. Please choose again.", { field: "sessionIds" });
  }
  await tx.delete(courseDates).where(eq(courseDates.productId, productId));
  await tx.insert(courseDates).values(ids.map((sessionId) => ({ productId, sessionId })));
}
