import type { Queryable } from "@db/client";
import { bookingTickets, type LiveSession, priceRates, sessionBookings } from "@db/schema";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { readRates } from "../../platform/money/price-rows";
import type { SessionPricing, TakenRate } from "../../platform/money/session-price";
import { takenStatuses } from "./places";

type PricedSession = Pick<LiveSession, "id" | "pricing">;

/** Returns what a session costs. Its rates are counted with the tickets that are booked or held: lock it to rely on them. */
export async function readPricing<Session extends PricedSession & SessionPricing["session"]>(
  db: Queryable,
  session: Session,
): Promise<SessionPricing<Session>> {
  return { session, priceRates: (await readRatesOf(db, [session])).get(session.id) ?? [] };
}

/** Returns the rates of sessions, with one statement if any of them has rates. */
function readRatesOf(db: Queryable, sessions: PricedSession[]): Promise<Map<string, TakenRate[]>> {
  const owners = sessions.filter(({ pricing }) => pricing !== "one").map(({ id }) => ({ sessionId: id }));
  return readRates(db, owners, countTaken(db));
}

/** Returns the early prices of sessions, which lists need; the range of other prices is in their columns. */
export const readEarlyPrices = (db: Queryable, sessions: PricedSession[]): Promise<Map<string, TakenRate[]>> =>
  readRatesOf(
    db,
    sessions.filter(({ pricing }) => pricing === "early"),
  );

/** Counts the tickets at a rate in the session to which it belongs: those of bookings that have moved away don't count. */
function countTaken(db: Queryable) {
  const taken = db
    .select({ count: sql`count(*)` })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .where(
      and(
        eq(bookingTickets.priceRateId, priceRates.id),
        eq(sessionBookings.sessionId, priceRates.sessionId),
        inArray(sessionBookings.status, [...takenStatuses]),
        isNull(bookingTickets.cancelledAt),
      ),
    );
  return sql<number>`${taken}`;
}
