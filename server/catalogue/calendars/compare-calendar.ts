import { calendarCopies, liveSessions } from "@db/schema";
import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { addJob } from "../../platform/jobs/enqueue-job";
import type { Queryable } from "@db/client";
import { readEtags } from "./caldav";
import { enqueueEmptying } from "./empty-calendar";
import { failureOf } from "./failures";
import { resealCalendars } from "./calendar-secrets";
import {
  findWrittenCalendar,
  isWritable,
  recordWriting,
  type WrittenCalendar,
  type WriteServices,
} from "./write-session";

/** Hundreds of these must not delay mails and payments. */
const afterOthers = 10;

/** Enqueues one session's writing under the key that the trigger of sessions uses. */
const writeJob = (sessionId: typeof liveSessions.id | typeof calendarCopies.sessionId) =>
  addJob(
    "write-calendar",
    { sessionId },
    { priority: afterOthers, jobKey: sql`'write-calendar ' || ${sessionId}`, maxAttempts: 12 },
  );

/** Enqueues the writing of all sessions that have not ended, and of those that are to be removed. */
export async function enqueueWriting(db: Queryable, now: Date): Promise<void> {
  const { startTime, durationMinutes } = liveSessions;
  const isAhead = gt(
    sql`${startTime} + make_interval(mins => ${durationMinutes})`,
    sql`${now.toISOString()}::timestamptz`,
  );
  await db
    .select({ job: writeJob(liveSessions.id) })
    .from(liveSessions)
    .where(and(isAhead, isWritable));
  await db
    .select({ job: writeJob(calendarCopies.sessionId) })
    .from(calendarCopies)
    .leftJoin(liveSessions, eq(liveSessions.id, calendarCopies.sessionId))
    .where(or(isNull(liveSessions.id), sql`not ${isWritable}`));
}

/** Compares the instructor's calendar with the schedule at night, and enqueues the writing of what differs. */
export async function compareCalendar(services: WriteServices): Promise<void> {
  const { db, clock, log } = services;
  await resealCalendars(services);
  await enqueueEmptying(db);
  try {
    const calendar = await findWrittenCalendar(services);
    if (!calendar) return;
    const changed = await findChanged(services, calendar);
    if (changed.length > 0) {
      await db
        .update(calendarCopies)
        .set({ contentHash: null, etag: null })
        .where(inArray(calendarCopies.sessionId, changed));
      log.info({ sessions: changed.length }, "sessions are written into the calendar again");
    }
    await enqueueWriting(db, clock.now());
  } catch (error) {
    await recordWriting(services, failureOf(error));
  }
}

/** Returns the sessions ahead whose events were changed or removed in the calendar. */
async function findChanged(
  { db, clock }: WriteServices,
  { access, address, sourceId }: WrittenCalendar,
): Promise<string[]> {
  const etags = await readEtags(access, address);
  const { endsAt, sourceId: calendar } = calendarCopies;
  const copies = await db
    .select()
    .from(calendarCopies)
    .where(and(eq(calendar, sourceId), gt(endsAt, clock.now())));
  const changed: string[] = [];
  for (const { sessionId, etag } of copies) {
    const current = etags.get(`${sessionId}.ics`);
    // A server that names no state when it is written to does so now.
    if (current && etag === null)
      await db.update(calendarCopies).set({ etag: current }).where(eq(calendarCopies.sessionId, sessionId));
    else if (current !== etag) changed.push(sessionId);
  }
  return changed;
}
