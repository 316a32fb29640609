import { and, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { liveSessions, sessionBookings, sessionWaitlist } from "@db/schema";
import { sumOf, takenStatuses } from "../schedule/places";
import { type Currency, formatAmount } from "../core/money";

type PressedSession = { id: string; title: string; startTime: Date; words: string };
type Pressure = {
  totals: string[];
  sessions: PressedSession[];
};

const maxShown = 10;

/** Upcoming sessions with more people waiting than free places, by lost revenue. Offered places count as taken. */
export async function readPressure(db: Queryable, now: Date): Promise<Pressure> {
  const pressed = pressedSessions(db, now);
  const isMissing = gt(pressed.missing, 0);
  const worth = sql`${pressed.missing} * ${pressed.price}`;
  const [totals, sessions] = await Promise.all([
    db
      .select({
        currency: pressed.currency,
        waiting: sql`sum(${pressed.waiting})`.mapWith(Number),
        missing: sql`sum(${pressed.missing})`.mapWith(Number),
        amountMinor: sql`sum(${worth})`.mapWith(Number),
      })
      .from(pressed)
      .where(isMissing)
      .groupBy(pressed.currency)
      .orderBy(pressed.currency),
    db
      .select()
      .from(pressed)
      .where(isMissing)
      .orderBy(desc(worth), desc(pressed.missing), pressed.startTime, pressed.id)
      .limit(maxShown),
  ]);
  return {
    totals: totals.map(pressureInWords),
    sessions: sessions.map(({ id, title, startTime, price, ...counts }) => ({
      ...{ id, title, startTime },
      words: pressureInWords({ ...counts, amountMinor: counts.missing * price }),
    })),
  };
}

function pressedSessions(db: Queryable, now: Date) {
  const { id, maxAttendees, enteredPriceMinor } = liveSessions;
  const statuses = sql.join(
    takenStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  const taken = sql`(select coalesce(sum(${sessionBookings.quantity}), 0) from ${sessionBookings}
    where ${sessionBookings.sessionId} = ${id} and ${sessionBookings.status} in (${statuses}))`;
  const line = db
    .select({
      sessionId: sessionWaitlist.sessionId,
      waiting: sumOf(sessionWaitlist.quantity, sql`${sessionWaitlist.status} = 'waiting'`).as("waiting"),
      offered: sumOf(sessionWaitlist.quantity, sql`${sessionWaitlist.status} = 'offered'`).as("offered"),
    })
    .from(sessionWaitlist)
    .where(sql`${sessionWaitlist.status} in ('waiting', 'offered')`)
    .groupBy(sessionWaitlist.sessionId)
    .having(gt(count(), 0))
    .as("line");
  // A session without a limit, or with a raised one, has no shortage.
  const free = sql`greatest(0, coalesce(${maxAttendees} - ${taken} - ${line.offered}, ${line.waiting}))`;
  return db
    .select({
      id,
      title: liveSessions.title,
      startTime: liveSessions.startTime,
      price: sql<number>`${enteredPriceMinor}`.as("price"),
      currency: sql<Currency>`${liveSessions.enteredCurrency}`.as("currency"),
      waiting: sql<number>`${line.waiting}`.mapWith(Number).as("waiting_people"),
      missing: sql<number>`${line.waiting} - ${free}`.mapWith(Number).as("missing"),
    })
    .from(line)
    .innerJoin(liveSessions, eq(id, line.sessionId))
    .where(and(gt(liveSessions.startTime, now), isNull(liveSessions.cancelledAt)))
    .as("pressed");
}

type Counts = { waiting: number; missing: number; amountMinor: number; currency: Currency };

function pressureInWords({ waiting, missing, amountMinor, currency }: Counts): string {
  const people = waiting === 1 ? "1 person" : `${waiting} people`;
  const places = missing === 1 ? "1 more place" : `${missing} more places`;
  return `${people} waiting: ${places} would bring ${formatAmount({ amountMinor, currency })}`;
}
