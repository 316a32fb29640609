import type { Queryable } from "@db/client";
import { courseDates, type CourseTerms, courseTerms, type LiveSession, liveSessions, products } from "@db/schema";
import { asc, eq, inArray } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import { splitEvenly } from "../../selling/money/quote";
import type { Product } from "../../selling/products/catalogue";

/** A course with its dates, the earliest first. */
export type Course = { product: Product; terms: CourseTerms; dates: LiveSession[] };

/** Returns the courses, those that are off among them, in the order of the ids. */
export async function readCourses(db: Queryable, ids: string[]): Promise<Course[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ product: products, terms: courseTerms })
    .from(products)
    .innerJoin(courseTerms, eq(courseTerms.productId, products.id))
    .where(inArray(products.id, ids));
  const dates = await db
    .select({ productId: courseDates.productId, session: liveSessions })
    .from(courseDates)
    .innerJoin(liveSessions, eq(liveSessions.id, courseDates.sessionId))
    .where(inArray(courseDates.productId, ids))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id));
  return ids.flatMap((id) => {
    const course = found.find(({ product }) => product.id === id);
    const own = dates.filter(({ productId }) => productId === id).map(({ session }) => session);
    return course ? { ...course, dates: own } : [];
  });
}

/** Throws not_found. */
export async function requireCourse(db: Queryable, id: string): Promise<Course> {
  const [course] = await readCourses(db, [id]);
  if (!course) throw new DomainError("not_found", "Course not found");
  return course;
}

/** A date with its part of the price, in the currency of the course. */
export type PricedDate = { session: LiveSession; shareMinor: number };

/**
 * Returns the dates that someone who joins now gets and pays for. All dates share the price evenly, to the penny; those
 * that have begun or were cancelled are left out with their shares.
 */
export function datesToCome({ product, dates }: Pick<Course, "product" | "dates">, now: Date): PricedDate[] {
  const shares = splitEvenly(product.priceMinor, dates.length);
  return dates
    .map((session, index) => ({ session, shareMinor: shares[index] ?? 0 }))
    .filter(({ session }) => !session.cancelledAt && session.startTime > now);
}

export const priceOfDates = ({ product }: Pick<Course, "product">, dates: PricedDate[]) => ({
  amountMinor: dates.reduce((sum, { shareMinor }) => sum + shareMinor, 0),
  currency: product.priceCurrency,
});

/** Adds to the key of a price the dates that it buys, so that no others are bought than were shown. */
export const keyWithDates = (priceKey: string, dates: PricedDate[]): string =>
  `${priceKey}:${versionOf(dates.map(({ session }) => session.id))}`;

/** Returns the key of the price that a form has shown. Throws price_changed if it was for other dates. */
export function priceKeyFor(shown: string, dates: PricedDate[]): string {
  const [currency, amount] = shown.split(":");
  const priceKey = `${currency}:${amount}`;
  if (keyWithDates(priceKey, dates) === shown) return priceKey;
  throw new DomainError("price_changed", "The dates of the course have changed. Please check them and confirm.");
}
