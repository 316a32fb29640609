import { sessionBookings, sessionWaitlist } from "@db/schema";
import { countPlaces } from "@server/catalogue/schedule/places";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { aCourseForm, aCourseOf, someDates } from "./courses";
import type { TestApp } from "./test-app";
import { anEntryFor, cancelOneBooking, refOf } from "./waitlist";

type Values = Parameters<typeof someDates>[1];
type Entry = typeof sessionWaitlist.$inferSelect;

/** Puts the place of a date into a booking of its own, so that it is full. */
export async function fillDate(app: TestApp, session: { id: string }) {
  const [booking] = await app.db
    .insert(sessionBookings)
    .values({
      sessionId: session.id,
      attendeeFirstName: "Guest",
      attendeeLastName: "Before",
      attendeeEmail: "before@example.com",
      status: "completed",
      paymentStatus: "free",
      formKey: crypto.randomUUID(),
      listPriceMinor: 0,
      totalMinor: 0,
      currency: "GBP",
      timeZone: "Europe/London",
    })
    .returning();
  return booking!;
}

/** Adds a course of three dates with one place each, the second of which is full. */
export async function aFullCourse(app: TestApp, values: Values = {}) {
  const dates = await someDates(app.db, { maxAttendees: 1, priceMinor: 0, ...values });
  const course = await aCourseOf(app.db, dates);
  await fillDate(app, dates[1]!);
  return { course, dates, full: dates[1]! };
}

/** Joins a course's waitlist `count` times and returns the entries in order. */
export async function joinCourse(app: TestApp, course: { id: string }, count = 1): Promise<Entry[]> {
  const emails: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { sessionId: _, ...entry } = anEntryFor(course);
    await app.as().waitlist.join({ ...entry, quantity: 1, courseId: course.id });
    emails.push(entry.email);
  }
  return app.db
    .select()
    .from(sessionWaitlist)
    .where(and(eq(sessionWaitlist.courseId, course.id), inArray(sessionWaitlist.email, emails)))
    .orderBy(asc(sessionWaitlist.queueNumber));
}

/** Gives the place of a full date back, and lets the job offer it to its courses. Throws if the job has failed. */
export async function freeDate(app: TestApp, session: { id: string }) {
  await cancelOneBooking(app, session);
  await app.runJobs();
  // The database keeps places from being offered twice: what is offered too early shows here only.
  const { rows } = await app.db.execute(sql`select last_error from graphile_worker._private_jobs
    where last_error is not null`);
  if (rows.length > 0) throw new Error(`jobs have failed: ${JSON.stringify(rows)}`);
}

export async function lineOfCourse({ db }: TestApp, course: { id: string }): Promise<string[]> {
  const rows = await db.query.sessionWaitlist.findMany({
    where: eq(sessionWaitlist.courseId, course.id),
    orderBy: asc(sessionWaitlist.queueNumber),
  });
  return rows.map(({ status }) => status);
}

/** Returns the taken places of sessions, in their order. */
export async function takenOf({ db }: TestApp, sessions: { id: string }[]): Promise<number[]> {
  const ids = sessions.map(({ id }) => id);
  const places = await countPlaces(db, ids);
  return ids.map((id) => places.get(id)?.taken ?? 0);
}

/** Returns the form of a course filled in by someone to whom it is offered. */
export async function anAcceptance(app: TestApp, course: { id: string }, entry: Entry) {
  const { quote, formKey } = await app.as().courses.getForm({ id: course.id, entry: refOf(entry) });
  return { ...(await aCourseForm(app, course.id)), email: entry.email, quote, formKey, entry: refOf(entry) };
}
