import type { Queryable } from "@db/client";
import {
  bookingTickets,
  creditEntries,
  type LiveSession,
  liveSessions,
  type Pass,
  sessionBookings,
  sessionWaitlist,
} from "@db/schema";
import { and, eq, gt, ne, notExists, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import { DateTime } from "luxon";
import type { Services } from "../../core/services";

/** A session that the cover of a membership is used for. */
type CoverUse = { sessionId: string; startTime: Date; ticketId: string | null };

type CoverTerms = Pick<Pass, "weeklyLimit">;
type CoveredSession = Pick<LiveSession, "id" | "startTime">;

/** Returns whether this is the cover of sessions by a membership, which pays for its member's own place only. */
export const isCover = ({ membershipId, credits }: Pick<Pass, "membershipId" | "credits">): boolean =>
  membershipId !== null && credits === null;

/** Returns the Monday of a week in a zone, such as "2026-11-23". */
export const weekOf = (instant: Date, zone: string): string =>
  DateTime.fromJSDate(instant, { zone }).startOf("week").toISODate() ?? "";

/** Returns how many more sessions of the week of an instant are covered; null for any number. */
export function leftInWeek({ weeklyLimit }: CoverTerms, uses: CoverUse[], instant: Date, zone: string): number | null {
  if (weeklyLimit === null) return null;
  const week = weekOf(instant, zone);
  const used = uses.filter(({ startTime }) => weekOf(startTime, zone) === week).length;
  return Math.max(0, weeklyLimit - used);
}

/** Returns how many places in a session are covered: the member's own one, unless it is already, or the week is used up. */
export function coveredPlaces(terms: CoverTerms, uses: CoverUse[], session: CoveredSession, zone: string): number {
  if (uses.some(({ sessionId }) => sessionId === session.id)) return 0;
  return Math.min(1, leftInWeek(terms, uses, session.startTime, zone) ?? 1);
}

const dayMs = 24 * 3_600_000;

/**
 * Reads the sessions for which the cover of a membership is used, from the week before on: those that are booked, and
 * those that an open offer of a waitlist holds. It is exact while the pass is locked. `entryId`: the entry whose own
 * offer is answered.
 */
export function readUses(
  db: Queryable,
  { clock }: Pick<Services, "clock">,
  { id }: Pick<Pass, "id">,
  entryId?: string,
): Promise<CoverUse[]> {
  const from = new Date(clock.now().getTime() - 8 * dayMs);
  const returned = alias(creditEntries, "returned");
  const isReturned = db
    .select({ one: sql`1` })
    .from(returned)
    .where(eq(returned.takenId, creditEntries.id));
  const { startTime } = liveSessions;
  const booked = db
    .select({ sessionId: liveSessions.id, startTime, ticketId: sql<string | null>`${creditEntries.ticketId}` })
    .from(creditEntries)
    .innerJoin(bookingTickets, eq(bookingTickets.id, creditEntries.ticketId))
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(eq(creditEntries.passId, id), eq(creditEntries.kind, "taken"), notExists(isReturned), gt(startTime, from)),
    );
  const { passId, status, sessionId } = sessionWaitlist;
  const isOther = entryId ? ne(sessionWaitlist.id, entryId) : undefined;
  const held = db
    .select({ sessionId: liveSessions.id, startTime, ticketId: sql<string | null>`null::uuid` })
    .from(sessionWaitlist)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionId))
    .where(and(eq(passId, id), eq(status, "offered"), gt(startTime, from), isOther));
  return unionAll(booked, held);
}
