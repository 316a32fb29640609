import { sessionBookings, sessionWaitlist } from "@db/schema";
import { and, eq, inArray, placeholder, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import { prepareOnce, unnamed } from "@db/client";
import type { Context } from "../core/context";
import { type Places, sumOf, takenStatuses } from "./places";

/** `held`: tickets in the visitor's own unpaid bookings, which are among the taken ones. */
type ShownPlaces = Places & { held: number };

type Asking = Pick<Context, "db" | "user" | "visitor">;

/** Counts the places that pages show to a visitor; bookings count for themselves, under the lock. */
export async function countShownPlaces(
  { db, user, visitor }: Asking,
  sessionIds: string[],
): Promise<Map<string, ShownPlaces>> {
  const counted = new Map<string, ShownPlaces>();
  if (sessionIds.length === 0) return counted;
  const { browserBookings } = visitor;
  const rows = await findShown(db).execute({ sessionIds, userId: user?.id ?? null, browserBookings });
  for (const { sessionId, taken, booked, held } of rows) {
    const before = counted.get(sessionId) ?? { taken: 0, booked: 0, held: 0 };
    counted.set(sessionId, { taken: before.taken + taken, booked: before.booked + booked, held: before.held + held });
  }
  return counted;
}

/** As `takenPlaces` and `whereHeldBy` define them, in a statement that is built once for any number of sessions. */
const findShown = prepareOnce((db) => {
  const { sessionId, quantity, status } = sessionBookings;
  const bookings = db
    .select({
      sessionId,
      taken: sumOf(quantity).as("taken"),
      booked: sumOf(quantity, sql`${status} <> 'pending'`).as("booked"),
      held: sumOf(quantity, isHeld).as("held"),
    })
    .from(sessionBookings)
    .where(and(isAsked(sessionId), inArray(status, [...takenStatuses])))
    .groupBy(sessionId);
  const offers = db
    .select({
      sessionId: sessionWaitlist.sessionId,
      taken: sumOf(sessionWaitlist.quantity).as("taken"),
      ...{ booked: none.as("booked"), held: none.as("held") },
    })
    .from(sessionWaitlist)
    .where(and(isAsked(sessionWaitlist.sessionId), eq(sessionWaitlist.status, "offered")))
    .groupBy(sessionWaitlist.sessionId);
  return unionAll(bookings, offers).prepare(unnamed);
});

const isAsked = (column: AnyPgColumn): SQL => sql`${column} = any(${placeholder("sessionIds")}::uuid[])`;

/** Neither is true of a visitor without an account and without bookings. */
const isHeld = sql`${sessionBookings.status} = 'pending' and (${sessionBookings.userId} = ${placeholder("userId")}::uuid
  or ${sessionBookings.id} = any(${placeholder("browserBookings")}::uuid[]))`;

const none = sql`0`.mapWith(Number);
