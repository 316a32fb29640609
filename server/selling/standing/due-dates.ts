import type { Queryable } from "@db/client";
import {
  bookingMoves,
  bookingPayers,
  liveSessions,
  memberships,
  passes,
  paysFor,
  sessionBookings,
  standingPlaces,
} from "@db/schema";
import { and, asc, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { whereAnyGrants } from "../../catalogue/entitlements/granting";
import type { Services } from "../../core/services";
import { takenStatuses } from "../../catalogue/schedule/places";
import { whereUpcoming } from "../../catalogue/schedule/where-upcoming";

type DueServices = Pick<Services, "clock">;

/** A date of a series that a standing place is still to take. */
type DueDate = { standingId: string; sessionId: string };

/**
 * Lists the dates that standing places are to take, those of the oldest ones first: published, to come, before the end of
 * what their membership pays for. A date in which the member has a place, or has given one back, is left alone; one that
 * was given back because nothing paid for it is not.
 */
export async function listDue(db: Queryable, services: DueServices, standingId?: string): Promise<DueDate[]> {
  return db
    .select({ standingId: standingPlaces.id, sessionId: liveSessions.id })
    .from(standingPlaces)
    .innerJoin(memberships, eq(memberships.id, standingPlaces.membershipId))
    .innerJoin(passes, and(eq(passes.membershipId, memberships.id), isNull(passes.credits)))
    .innerJoin(liveSessions, eq(liveSessions.seriesId, standingPlaces.seriesId))
    .where(
      and(
        standingId === undefined ? undefined : eq(standingPlaces.id, standingId),
        isNull(standingPlaces.endedAt),
        whereAnyGrants(services.clock.now()),
        whereUpcoming(services),
        lt(liveSessions.startTime, passes.endsAt),
        ...placesIn(db).map(notExists),
      ),
    )
    .orderBy(asc(standingPlaces.createdAt), asc(standingPlaces.id), asc(liveSessions.startTime));
}

/** Selects the places of a member in a session: what is booked, was booked, or is being paid, and what they moved away. */
function placesIn(db: Queryable) {
  const isTheirs = eq(sessionBookings.userId, memberships.userId);
  const isLapsed = and(eq(bookingPayers.kind, "membership"), isNotNull(bookingPayers.returnedAt));
  const lapsed = db
    .select({ one: sql`1` })
    .from(bookingPayers)
    .where(and(paysFor, isLapsed));
  const wasBooked = and(isNotNull(sessionBookings.completedAt), notExists(lapsed));
  const isKept = or(inArray(sessionBookings.status, [...takenStatuses]), wasBooked);
  const booked = db
    .select({ one: sql`1` })
    .from(sessionBookings)
    .where(and(isTheirs, isKept, eq(sessionBookings.sessionId, liveSessions.id)));
  const moved = db
    .select({ one: sql`1` })
    .from(bookingMoves)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingMoves.bookingId))
    .where(and(isTheirs, eq(bookingMoves.fromSessionId, liveSessions.id)));
  return [booked, moved];
}

/** Lists the bookings that standing places have made for dates that their membership does not pay for any more. */
export async function listUnpaid(db: Queryable, services: DueServices, bookingId?: string): Promise<string[]> {
  const rows = await db
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .innerJoin(bookingPayers, and(paysFor, eq(bookingPayers.kind, "membership")))
    .innerJoin(standingPlaces, eq(standingPlaces.id, sessionBookings.formKey))
    .innerJoin(memberships, eq(memberships.id, standingPlaces.membershipId))
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        bookingId === undefined ? undefined : eq(sessionBookings.id, bookingId),
        eq(sessionBookings.status, "completed"),
        inArray(memberships.state, ["cancelled", "expired"]),
        sql`${liveSessions.startTime} >= ${memberships.accessUntil}`,
        whereUpcoming(services),
      ),
    );
  return rows.map(({ id }) => id);
}
