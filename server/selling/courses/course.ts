import type { Queryable } from "@db/client";
import { courseDates, type CourseTerms, courseTerms, type LiveSession, liveSessions, products } from "@db/schema";
import { asc, eq, inArray } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import { splitEvenly } from "../../platform/money/quote";
import type { SessionPricing } from "../../platform/money/session-price";
import type { Product } from "../../catalogue/products/catalogue";

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

/** A date with its place among all dates of its course, from 0. */
export type CourseDate = { session: LiveSession; index: number };

/** Returns the dates that someone who joins now gets and pays for: not those that have begun or were cancelled. */
export const datesToCome = ({ dates }: Pick<Course, "dates">, now: Date): CourseDate[] =>
  dates
    .map((session, index) => ({ session, index }))
    .filter(({ session }) => !session.cancelledAt && session.startTime > now);

/** What a course costs for some of its dates. */
type SoldDates = { product: Product; pricing: SessionPricing };

/**
 * Returns what some dates of a course cost: of each of its prices, their own shares. All dates share a price evenly, to
 * the penny, in the currency of the course.
 */
export function priceOfDates({ product, dates }: Course, toCome: CourseDate[], pricing: SessionPricing): SoldDates {
  const part = (minor: number): number => {
    const shares = splitEvenly(minor, dates.length);
    return toCome.reduce((sum, { index }) => sum + (shares[index] ?? 0), 0);
  };
  const partOf = <Minor extends number | null>(minor: Minor) => (minor === null ? minor : part(minor));
  const { session, priceRates } = pricing;
  return {
    product: { ...product, priceMinor: part(product.priceMinor) },
    pricing: {
      session: {
        ...session,
        priceMinor: part(session.priceMinor),
        enteredPriceMinor: part(session.enteredPriceMinor),
        highestPriceMinor: partOf(session.highestPriceMinor),
        enteredHighestMinor: partOf(session.enteredHighestMinor),
      },
      priceRates: priceRates.map((rate) => ({
        ...rate,
        priceMinor: part(rate.priceMinor),
        enteredPriceMinor: part(rate.enteredPriceMinor),
      })),
    },
  };
}

/** Adds to the key of a price the dates that it buys, so that no others are bought than were shown. */
export const keyWithDates = (priceKey: string, dates: CourseDate[]): string =>
  `${priceKey}:${versionOf(dates.map(({ session }) => session.id))}`;

/** Returns the key of the price that a form has shown. Throws price_changed if it was for other dates. */
export function priceKeyFor(shown: string, dates: CourseDate[]): string {
  const priceKey = shown.slice(0, Math.max(0, shown.lastIndexOf(":")));
  if (keyWithDates(priceKey, dates) === shown) return priceKey;
  throw new DomainError("price_changed", "The dates of the course have changed. Please check them and confirm.");
}
