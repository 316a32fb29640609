import type { Queryable, Transaction } from "@db/client";
import { courseDates, type LiveSession, liveSessions, products, sessionWaitlist, waitlistDates } from "@db/schema";
import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { findSession, lockSession, lockSessions } from "../../catalogue/schedule/find-session";
import {
  type Availability,
  availabilityOf,
  countPlaces,
  freePlaces,
  type Places,
} from "../../catalogue/schedule/places";

/** Whose waitlist: that of a session, or of a course. */
export type LineRef = { sessionId?: string | null | undefined; courseId?: string | null | undefined };

/**
 * What people wait for: a place in a session, or one in each date of a course that is to come. `session` is the session,
 * or the next date of the course under its title; it is published as long as the course can be booked.
 */
export type Line = { courseId: string | null; session: LiveSession; dates: LiveSession[] };

export const lineOf = (session: LiveSession): Line => ({ courseId: null, session, dates: [session] });

/** Returns the reference to a line, by which its entries are found. */
export const refOfLine = ({ courseId, session }: Line): LineRef =>
  courseId ? { courseId } : { sessionId: session.id };

/** Returns the public page of what a line is for. */
export const pageOfLine = ({ courseId, session }: Line): string =>
  courseId ? `/courses/${courseId}` : `/sessions/${session.id}`;

export function whereInLine({ sessionId, courseId }: LineRef): SQL {
  if (courseId) return eq(sessionWaitlist.courseId, courseId);
  if (sessionId) return eq(sessionWaitlist.sessionId, sessionId);
  throw new Error("a waitlist is that of a session or of a course");
}

/** Includes drafts. Throws not_found. */
export async function readLine(db: Queryable, { clock }: Pick<Services, "clock">, ref: LineRef): Promise<Line> {
  if (!ref.courseId) return lineOf(await findSession(db, ref.sessionId ?? ""));
  const dates = await db
    .select({ session: liveSessions })
    .from(courseDates)
    .innerJoin(liveSessions, eq(liveSessions.id, courseDates.sessionId))
    .where(eq(courseDates.productId, ref.courseId));
  return courseLine(
    db,
    ref.courseId,
    dates.map(({ session }) => session),
    clock.now(),
  );
}

/** Locks the session, or all dates of the course and those that it is offered with, in the order of ids. Throws not_found, busy. */
export async function lockLine(tx: Transaction, { clock }: Pick<Services, "clock">, ref: LineRef): Promise<Line> {
  if (!ref.courseId) return lineOf(await lockSession(tx, ref.sessionId ?? ""));
  const { sessionId, productId } = courseDates;
  const own = await tx.select({ id: sessionId }).from(courseDates).where(eq(productId, ref.courseId));
  const offered = await tx
    .select({ id: waitlistDates.sessionId })
    .from(waitlistDates)
    .innerJoin(sessionWaitlist, eq(sessionWaitlist.id, waitlistDates.entryId))
    .where(and(eq(sessionWaitlist.courseId, ref.courseId), eq(sessionWaitlist.status, "offered")));
  const locked = await lockSessions(
    tx,
    [...own, ...offered].map(({ id }) => id),
  );
  const dates = own.flatMap(({ id }) => locked.get(id) ?? []);
  return courseLine(tx, ref.courseId, dates, clock.now());
}

async function courseLine(db: Queryable, courseId: string, dates: LiveSession[], now: Date): Promise<Line> {
  const [course] = await db.select().from(products).where(eq(products.id, courseId));
  const inOrder = dates.toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime());
  const toCome = inOrder.filter(({ startTime, cancelledAt }) => !cancelledAt && startTime > now);
  const next = toCome[0] ?? inOrder.at(-1);
  if (!course || !next) throw new DomainError("not_found", "Course not found");
  const isOnSale = course.isOn && course.priceMinor > 0;
  const isPublished = isOnSale && toCome.every((date) => date.isPublished);
  return { courseId, session: { ...next, title: course.title, isPublished }, dates: toCome };
}

/** Returns the ids of the courses with a date in a session for which people wait. */
export async function awaitedCoursesOf(tx: Transaction, session: Pick<LiveSession, "id">): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: courseDates.productId })
    .from(courseDates)
    .innerJoin(sessionWaitlist, eq(sessionWaitlist.courseId, courseDates.productId))
    .where(and(eq(courseDates.sessionId, session.id), eq(sessionWaitlist.status, "waiting")))
    .orderBy(asc(courseDates.productId));
  return rows.map(({ id }) => id);
}

export const countLine = (db: Queryable, { dates }: Line): Promise<Map<string, Places>> =>
  countPlaces(
    db,
    dates.map(({ id }) => id),
  );

/** Returns the places that are free in every date; null without a limit. */
export function freeInLine({ dates }: Line, places: Map<string, Places>): number | null {
  const free = dates.map((date) => freePlaces(date, places.get(date.id)) ?? Infinity);
  const least = Math.min(...free);
  return least === Infinity ? null : least;
}

/** Returns whether places are free in every date: the first that has none decides. */
export function availabilityOfLine({ session, dates }: Line, places: Map<string, Places>, now: Date): Availability {
  if (dates.length === 0) return session.cancelledAt ? "cancelled" : "closed";
  const each = dates.map((date) => availabilityOf(date, places.get(date.id), now));
  return each.find((availability) => availability !== "open") ?? "open";
}

/** Writes down the dates of which an offered course takes a place. The course's dates must be locked. */
export async function holdDates(tx: Transaction, entry: { id: string }, dates: LiveSession[]): Promise<void> {
  await tx.delete(waitlistDates).where(eq(waitlistDates.entryId, entry.id));
  await tx.insert(waitlistDates).values(dates.map(({ id }) => ({ entryId: entry.id, sessionId: id })));
}

/** Returns the ids of the sessions that must be locked before entries are changed. */
export async function sessionsOfEntries(
  db: Queryable,
  entries: { id: string; sessionId: string | null; courseId: string | null }[],
): Promise<string[]> {
  const courses = entries.flatMap(({ courseId }) => courseId ?? []);
  const own = entries.flatMap(({ sessionId }) => sessionId ?? []);
  if (courses.length === 0) return own;
  const { sessionId, productId } = courseDates;
  const ofCourses = await db.select({ id: sessionId }).from(courseDates).where(inArray(productId, courses));
  return [...own, ...ofCourses.map(({ id }) => id), ...(await readHeldDates(db, entries))];
}

/** Returns the ids of the dates that were offered with entries. */
export async function readHeldDates(db: Queryable, entries: { id: string }[]): Promise<string[]> {
  const ids = entries.map(({ id }) => id);
  const { sessionId, entryId } = waitlistDates;
  const rows = await db.selectDistinct({ id: sessionId }).from(waitlistDates).where(inArray(entryId, ids));
  return rows.map(({ id }) => id);
}
