import type { Queryable } from "@db/client";
import { bookingTickets, type LiveSession, priceRates, sessionBookings } from "@db/schema";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import type { SessionPricing, TakenRate } from "../../selling/money/session-price";
import { takenStatuses } from "./places";

type PricedSession = Pick<LiveSession, "id" | "pricing">;

/** Returns what a session costs. Its rates are counted with the tickets that are booked or held: lock it to rely on them. */
export async function readPricing<Session extends PricedSession & SessionPricing["session"]>(
  db: Queryable,
  session: Session,
): Promise<SessionPricing<Session>> {
  return { session, priceRates: (await readRates(db, [session])).get(session.id) ?? [] };
}

/** Returns the rates of sessions, with one statement if any of them has rates. */
async function readRates(db: Queryable, sessions: PricedSession[]): Promise<Map<string, TakenRate[]>> {
  const ids = sessions.filter(({ pricing }) => pricing !== "one").map(({ id }) => id);
  const found = new Map<string, TakenRate[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .select({ rate: priceRates, taken: countTaken(db) })
    .from(priceRates)
    .where(inArray(priceRates.sessionId, ids))
    .orderBy(asc(priceRates.number));
  for (const { rate, taken } of rows) {
    if (rate.sessionId === null) continue;
    found.set(rate.sessionId, [...(found.get(rate.sessionId) ?? []), { ...rate, taken }]);
  }
  return found;
}

/** Returns the early prices of sessions, which lists need; the range of other prices is in their columns. */
export const readEarlyPrices = (db: Queryable, sessions: PricedSession[]): Promise<Map<string, TakenRate[]>> =>
  readRates(
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
  return sql<number>`(${taken})`.mapWith(Number);
}

/** Returns the visitor's currency, the exchange rates and the day in the site's zone, by which prices are quoted. */
export const priceContext = ({
  visitor,
  rates,
  clock,
  settings,
}: Pick<Context, "visitor" | "rates" | "clock" | "settings">) => ({
  currency: visitor.currency,
  rates,
  today: DateTime.fromJSDate(clock.now(), { zone: settings.siteTimeZone }).toFormat("yyyy-MM-dd"),
});
