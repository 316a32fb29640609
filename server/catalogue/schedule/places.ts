import type { Queryable } from "@db/client";
import { type liveSessions, sessionBookings, sessionWaitlist, waitlistDates } from "@db/schema";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { SiteSettings } from "../../core/site-settings";
import { whereHeldBy } from "./whose-bookings";

export const takenStatuses = ["pending", "confirmed", "completed"] as const;

/** Places of a session, counted in tickets. */
export type Places = {
  /** The places that are booked, held for a payment, or offered to the waitlist. */
  taken: number;
  booked: number;
};

type Capacity = { maxAttendees: number | null };
type BookableSession = Capacity & { startTime: Date; cancelledAt: Date | null };
export type Availability = "open" | "sold_out" | "held" | "held_by_you" | "closed" | "cancelled";

const noneTaken: Places = { taken: 0, booked: 0 };

export async function countPlaces(db: Queryable, sessionIds: string[]): Promise<Map<string, Places>> {
  const counted = new Map<string, Places>();
  if (sessionIds.length === 0) return counted;
  for (const { sessionId, taken, booked } of await takenPlaces(db, sessionIds)) {
    const before = counted.get(sessionId) ?? noneTaken;
    counted.set(sessionId, { taken: before.taken + taken, booked: before.booked + booked });
  }
  return counted;
}

/** Returns the statement, with a row each for a session's bookings, its offers and those of its courses. */
export function takenPlaces(db: Queryable, sessionIds: string[]) {
  const bookings = db
    .select({
      sessionId: sessionBookings.sessionId,
      taken: sumOf(sessionBookings.quantity).as("taken"),
      booked: sumOf(sessionBookings.quantity, sql`${sessionBookings.status} <> 'pending'`).as("booked"),
    })
    .from(sessionBookings)
    .where(and(inArray(sessionBookings.sessionId, sessionIds), inArray(sessionBookings.status, [...takenStatuses])))
    .groupBy(sessionBookings.sessionId);
  const offers = db
    .select({
      sessionId: sql<string>`${sessionWaitlist.sessionId}`.as("session_id"),
      taken: sumOf(sessionWaitlist.quantity).as("taken"),
      booked: sql`0`.mapWith(Number).as("booked"),
    })
    .from(sessionWaitlist)
    .where(and(inArray(sessionWaitlist.sessionId, sessionIds), eq(sessionWaitlist.status, "offered")))
    .groupBy(sessionWaitlist.sessionId);
  const dates = db
    .select({
      sessionId: waitlistDates.sessionId,
      taken: sumOf(sessionWaitlist.quantity).as("taken"),
      booked: sql`0`.mapWith(Number).as("booked"),
    })
    .from(waitlistDates)
    .innerJoin(sessionWaitlist, isOfferedDate)
    .where(inArray(waitlistDates.sessionId, sessionIds))
    .groupBy(waitlistDates.sessionId);
  return unionAll(bookings, offers, dates);
}

/** Joins the dates of courses that are offered now. */
export const isOfferedDate = and(eq(sessionWaitlist.id, waitlistDates.entryId), eq(sessionWaitlist.status, "offered"));

export const sumOf = (quantity: AnyPgColumn, where?: SQL) =>
  sql`coalesce(sum(${quantity})${where ? sql` filter (where ${where})` : sql``}, 0)`.mapWith(Number);

export async function countPlacesOf(db: Queryable, sessionId: string): Promise<Places> {
  return (await countPlaces(db, [sessionId])).get(sessionId) ?? noneTaken;
}

/** Returns the tickets in the visitor's own unpaid bookings of each session. */
export async function countOwnHolds(ctx: HoldContext, sessionIds: string[]): Promise<Map<string, number>> {
  const isHeld = whereHeldBy(ctx);
  if (!isHeld || sessionIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ sessionId: sessionBookings.sessionId, held: sumOf(sessionBookings.quantity) })
    .from(sessionBookings)
    .where(and(inArray(sessionBookings.sessionId, sessionIds), isHeld))
    .groupBy(sessionBookings.sessionId);
  return new Map(rows.map(({ sessionId, held }) => [sessionId, held]));
}

type HoldContext = Parameters<typeof whereHeldBy>[0] & { db: Queryable };

export function freePlaces({ maxAttendees }: Capacity, places: Places = noneTaken): number | null {
  return maxAttendees === null ? null : Math.max(0, maxAttendees - places.taken);
}

export function fits(session: Capacity, places: Places | undefined, quantity: number): boolean {
  const free = freePlaces(session, places);
  return free === null || free >= quantity;
}

/**
 * Returns whether places are free. `held`: unpaid holds and offers fill the rest; `held_by_you`: unpaid bookings of the
 * visitor are among them.
 */
export function availabilityOf(
  session: BookableSession,
  places: Places | undefined,
  now: Date,
  ownHolds = 0,
): Availability {
  if (session.cancelledAt) return "cancelled";
  if (session.startTime <= now) return "closed";
  if (freePlaces(session, places) !== 0) return "open";
  if ((places ?? noneTaken).booked >= (session.maxAttendees ?? Infinity)) return "sold_out";
  return ownHolds > 0 ? "held_by_you" : "held";
}

const fewPlaces = 5;

/** Returns the number of places where few are left; what the visitor's own unpaid bookings hold is still theirs. */
export function fewPlacesLeft(
  session: BookableSession,
  places: Places | undefined,
  now: Date,
  ownHolds = 0,
): number | null {
  const free = freePlaces(session, places);
  if (free === null || availabilityOf(session, places, now) !== "open") return null;
  return free + ownHolds <= fewPlaces ? free + ownHolds : null;
}

export const isJoinable = ({ isWaitlistOn }: Pick<SiteSettings, "isWaitlistOn">, availability: Availability): boolean =>
  isWaitlistOn && ["sold_out", "held", "held_by_you"].includes(availability);

type Session = Pick<typeof liveSessions.$inferSelect, "isPublished" | "cancelledAt" | "startTime">;

export const isOpen = ({ isPublished, cancelledAt, startTime }: Session, now: Date): boolean =>
  isPublished && !cancelledAt && startTime > now;
