import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { liveSessions, sessionBookings, sessionWaitlist } from "@db/schema";
import { sumOf, takenStatuses } from "../../catalogue/schedule/places";
import { currencies, type Currency, formatAmount } from "../../core/money";

type PressedSession = { id: string; title: string; startTime: Date; words: string };
type Pressure = {
  totals: string[];
  sessions: PressedSession[];
};

const maxShown = 10;

/**
 * Returns upcoming sessions with more people waiting than free places, by lost revenue. Offered places count as taken.
 */
export async function readPressure(db: Queryable, now: Date): Promise<Pressure> {
  const lost = (await readLines(db, now))
    .map(({ free, price, ...session }) => ({ ...session, missing: session.waiting - free, price }))
    .filter(({ missing }) => missing > 0)
    .map(({ price, ...session }) => ({ ...session, amountMinor: session.missing * price }))
    .sort((a, b) => b.amountMinor - a.amountMinor || b.missing - a.missing);
  return {
    totals: currencies.flatMap((currency) => {
      const own = lost.filter((session) => session.currency === currency);
      return own.length > 0 ? pressureInWords({ currency, ...totalOf(own) }) : [];
    }),
    sessions: lost.slice(0, maxShown).map(({ id, title, startTime, ...counts }) => ({
      id,
      title,
      startTime,
      words: pressureInWords(counts),
    })),
  };
}

const totalOf = (sessions: Omit<Counts, "currency">[]) => ({
  waiting: sessions.reduce((all, { waiting }) => all + waiting, 0),
  missing: sessions.reduce((all, { missing }) => all + missing, 0),
  amountMinor: sessions.reduce((all, { amountMinor }) => all + amountMinor, 0),
});

/** Returns the upcoming published sessions with a waitlist, the earliest first. */
function readLines(db: Queryable, now: Date) {
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
    .as("line");
  return db
    .select({
      id,
      title: liveSessions.title,
      startTime: liveSessions.startTime,
      // Of several prices, the lowest: no one knows which they would choose.
      price: enteredPriceMinor,
      currency: liveSessions.enteredCurrency,
      waiting: sql`${line.waiting}`.mapWith(Number),
      // A session without a limit, or with a raised one, has no shortage.
      free: sql`greatest(0, coalesce(${maxAttendees} - ${line.offered} - ${taken}, ${line.waiting}))`.mapWith(Number),
    })
    .from(line)
    .innerJoin(liveSessions, eq(id, line.sessionId))
    .where(and(gt(liveSessions.startTime, now), isNull(liveSessions.cancelledAt), liveSessions.isPublished))
    .orderBy(liveSessions.startTime, id);
}

type Counts = { waiting: number; missing: number; amountMinor: number; currency: Currency };

function pressureInWords({ waiting, missing, amountMinor, currency }: Counts): string {
  const people = waiting === 1 ? "1 person" : `${waiting} people`;
  const places = missing === 1 ? "1 more place" : `${missing} more places`;
  return `${people} waiting: ${places} would bring ${formatAmount({ amountMinor, currency })}`;
}
