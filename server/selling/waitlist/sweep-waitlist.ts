import { inTransaction } from "../../core/transaction";
import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, not, notExists, or, sql } from "drizzle-orm";
import { courseDates, liveSessions, sessionWaitlist, waitlistDates } from "@db/schema";
import { lockSession } from "../../catalogue/schedule/find-session";
import { countPlaces, freePlaces } from "../../catalogue/schedule/places";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { endOffer, offerCourse, offerPlaces } from "./offers";
import { openStatuses } from "./entries";
import { hoursBeforeStart } from "./offer-end";

/** Repairs what a crash or lost job has left: ends offers, closes waitlists, offers free places. */
export async function sweepWaitlist(services: Services): Promise<void> {
  await closeLinesThatAreOver(services);
  for (const entryId of await overdueOffers(services)) {
    await logFailure(services, { entryId }, () => endOffer(services, { entryId }));
  }
  for (const sessionId of await sessionsWithPlacesToOffer(services)) {
    await logFailure(services, { sessionId }, () => offerFreePlaces(services, sessionId));
  }
  for (const courseId of await awaitedCourses(services)) {
    await logFailure(services, { courseId }, () => offerCourse(services, { courseId }));
  }
}

async function logFailure({ log }: Services, what: object, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) =>
    log.error({ err: error, ...what }, "waitlist entry not repaired; the next sweep tries again"),
  );
}

/** Needs no lock: concurrent changes of such an entry refuse or do nothing. */
async function closeLinesThatAreOver({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  const isOver = or(lte(liveSessions.startTime, now), isNotNull(liveSessions.cancelledAt));
  const ofSuchSession = db
    .select({ one: sql`1` })
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionWaitlist.sessionId), isOver));
  const toCome = db
    .select({ one: sql`1` })
    .from(courseDates)
    .innerJoin(liveSessions, eq(liveSessions.id, courseDates.sessionId))
    .where(and(eq(courseDates.productId, sessionWaitlist.courseId), not(isOver ?? sql`false`)));
  const isLineOver = or(exists(ofSuchSession), and(isNotNull(sessionWaitlist.courseId), notExists(toCome)));
  await db
    .update(sessionWaitlist)
    .set({ status: "closed", endedAt: now })
    .where(and(inArray(sessionWaitlist.status, [...openStatuses]), isLineOver));
}

async function overdueOffers({ db, clock }: Services): Promise<string[]> {
  const now = clock.now();
  const isNearStart = lte(liveSessions.startTime, new Date(now.getTime() + hoursBeforeStart * 3_600_000));
  const overdue = await db
    .selectDistinct({ id: sessionWaitlist.id })
    .from(sessionWaitlist)
    .leftJoin(waitlistDates, eq(waitlistDates.entryId, sessionWaitlist.id))
    .innerJoin(
      liveSessions,
      or(eq(liveSessions.id, sessionWaitlist.sessionId), eq(liveSessions.id, waitlistDates.sessionId)),
    )
    .where(and(eq(sessionWaitlist.status, "offered"), or(lte(sessionWaitlist.offerEndsAt, now), isNearStart)));
  return overdue.map(({ id }) => id);
}

/** Returns the courses for which people wait; whether every date has a place is seen under their locks. */
async function awaitedCourses({ db }: Services): Promise<string[]> {
  const isWaiting = and(eq(sessionWaitlist.status, "waiting"), isNotNull(sessionWaitlist.courseId));
  const rows = await db.selectDistinct({ id: sessionWaitlist.courseId }).from(sessionWaitlist).where(isWaiting);
  return rows.flatMap(({ id }) => id ?? []);
}

async function sessionsWithPlacesToOffer({ db, clock, settings }: Services): Promise<string[]> {
  const { isWaitlistOn } = await readSiteSettings({ db, settings });
  if (!isWaitlistOn) return [];
  const isWaiting = and(eq(sessionWaitlist.sessionId, liveSessions.id), eq(sessionWaitlist.status, "waiting"));
  const waiting = db
    .select({ one: sql`1` })
    .from(sessionWaitlist)
    .where(isWaiting);
  const awaited = await db
    .select({ id: liveSessions.id, maxAttendees: liveSessions.maxAttendees })
    .from(liveSessions)
    .where(
      and(
        gt(liveSessions.startTime, clock.now()),
        eq(liveSessions.isPublished, true),
        isNull(liveSessions.cancelledAt),
        exists(waiting),
      ),
    );
  const places = await countPlaces(
    db,
    awaited.map(({ id }) => id),
  );
  return awaited.filter((session) => freePlaces(session, places.get(session.id)) !== 0).map(({ id }) => id);
}

async function offerFreePlaces(services: Services, sessionId: string): Promise<void> {
  await inTransaction(services, async (tx) => offerPlaces(tx, services, await lockSession(tx, sessionId)));
}
