import { sessionBookings, sessionWaitlist, waitlistDates } from "@db/schema";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Context } from "../../core/context";
import { isOfferedDate, type Places, sumOf, takenStatuses } from "./places";

/** `held`: tickets in the visitor's own unpaid bookings, which are among the taken ones. */
type ShownPlaces = Places & { held: number };

type PlaceReader = Pick<Context, "db" | "user" | "visitor">;

/** Counts the places that pages show to a visitor; bookings count for themselves, under the lock. */
export async function countShownPlaces(
  { db, user, visitor }: PlaceReader,
  sessionIds: string[],
): Promise<Map<string, ShownPlaces>> {
  const counted = new Map<string, ShownPlaces>();
  if (sessionIds.length === 0) return counted;
  const rows = await findShown({ db, user, visitor }, sessionIds);
  for (const { sessionId, taken, booked, held } of rows) {
    const before = counted.get(sessionId) ?? { taken: 0, booked: 0, held: 0 };
    counted.set(sessionId, { taken: before.taken + taken, booked: before.booked + booked, held: before.held + held });
  }
  return counted;
}

/** Finds the places as `takenPlaces` and `whereHeldBy` define them. */
function findShown({ db, user, visitor }: PlaceReader, sessionIds: string[]) {
  const { sessionId, quantity, status } = sessionBookings;
  const bookings = db
    .select({
      sessionId,
      taken: sumOf(quantity).as("taken"),
      booked: sumOf(quantity, sql`${status} <> 'pending'`).as("booked"),
      held: sumOf(quantity, isHeldBy(user, visitor)).as("held"),
    })
    .from(sessionBookings)
    .where(and(inArray(sessionId, sessionIds), inArray(status, [...takenStatuses])))
    .groupBy(sessionId);
  const offers = db
    .select({
      sessionId: sql<string>`${sessionWaitlist.sessionId}`.as("session_id"),
      taken: sumOf(sessionWaitlist.quantity).as("taken"),
      booked: none.as("booked"),
      held: none.as("held"),
    })
    .from(sessionWaitlist)
    .where(and(inArray(sessionWaitlist.sessionId, sessionIds), eq(sessionWaitlist.status, "offered")))
    .groupBy(sessionWaitlist.sessionId);
  const dates = db
    .select({
      sessionId: waitlistDates.sessionId,
      taken: sumOf(sessionWaitlist.quantity).as("taken"),
      booked: none.as("booked"),
      held: none.as("held"),
    })
    .from(waitlistDates)
    .innerJoin(sessionWaitlist, isOfferedDate)
    .where(inArray(waitlistDates.sessionId, sessionIds))
    .groupBy(waitlistDates.sessionId);
  return unionAll(bookings, offers, dates);
}

/** Neither is true of a visitor without an account and without bookings. */
const isHeldBy = (user: PlaceReader["user"], { browserBookings }: PlaceReader["visitor"]): SQL =>
  sql`${sessionBookings.status} = 'pending' and (${sessionBookings.userId} = ${user?.id ?? null}::uuid
    or ${sessionBookings.id} = any(${sql.param(browserBookings)}::uuid[]))`;

const none = sql`0`.mapWith(Number);
