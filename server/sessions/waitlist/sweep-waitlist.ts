import { inTransaction } from "../../core/transaction";
import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { liveSessions, sessionWaitlist } from "@db/schema";
import { lockSession } from "../schedule/find-session";
import { countPlaces, freePlaces } from "../schedule/places";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { endOffer, offerPlaces } from "./offers";
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
  await db
    .update(sessionWaitlist)
    .set({ status: "closed", endedAt: now })
    .where(and(inArray(sessionWaitlist.status, [...openStatuses]), exists(ofSuchSession)));
}

async function overdueOffers({ db, clock }: Services): Promise<string[]> {
  const now = clock.now();
  const isNearStart = lte(liveSessions.startTime, new Date(now.getTime() + hoursBeforeStart * 3_600_000));
  const overdue = await db
    .select({ id: sessionWaitlist.id })
    .from(sessionWaitlist)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionWaitlist.sessionId))
    .where(and(eq(sessionWaitlist.status, "offered"), or(lte(sessionWaitlist.offerEndsAt, now), isNearStart)));
  return overdue.map(({ id }) => id);
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
