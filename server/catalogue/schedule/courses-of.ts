import type { Queryable } from "@db/client";
import { courseDates, courseTerms, products } from "@db/schema";
import { and, asc, eq, sql } from "drizzle-orm";
import { keepContent } from "../../core/kept-content";

/** A course on sale that a session is a date of. */
type CourseOfSession = { sessionId: string; id: string; title: string; isSoldSingly: boolean };

const isOnSale = and(eq(products.isOn, true), sql`${products.priceMinor} > 0`);

/** Reads the courses on sale that a session is a date of. */
export const readCoursesOf = async (db: Queryable, sessionId: string): Promise<CourseOfSession[]> =>
  (await readDatesOnSale(db)).filter((date) => date.sessionId === sessionId);

const readDatesOnSale = keepContent(async (db): Promise<CourseOfSession[]> => {
  const { sessionId } = courseDates;
  return db
    .select({ sessionId, id: products.id, title: products.title, isSoldSingly: courseTerms.isSoldSingly })
    .from(courseDates)
    .innerJoin(products, eq(products.id, courseDates.productId))
    .innerJoin(courseTerms, eq(courseTerms.productId, products.id))
    .where(isOnSale)
    .orderBy(asc(products.createdAt), asc(products.id));
});

/** Returns the course that alone sells a session's places: it can't be booked by itself. */
export const findOnlyCourse = (courses: CourseOfSession[]): CourseOfSession | null =>
  courses.find(({ isSoldSingly }) => !isSoldSingly) ?? null;

/** Selects the title of the course that alone sells a session's places, as a part of another statement. */
export const onlyCourseOf = (db: Queryable, sessionId: string) => {
  const found = db
    .select({ title: products.title })
    .from(courseDates)
    .innerJoin(products, eq(products.id, courseDates.productId))
    .innerJoin(courseTerms, eq(courseTerms.productId, products.id))
    .where(and(eq(courseDates.sessionId, sessionId), isOnSale, eq(courseTerms.isSoldSingly, false)))
    .limit(1);
  return sql<string | null>`${found}`;
};

export const onlyInCourse = (title: string): string =>
  `This session is a date of the course “${title}” and is booked with it.`;
