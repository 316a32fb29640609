import { type LiveSession, liveSessions } from "@db/schema";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { displayStart, placeLabel } from "../../core/dates";
import { countPlaces, freePlaces, type Places } from "../../catalogue/schedule/places";
import type { OverviewSession, OverviewToday } from "./schemas";

const maxShown = 50;
/** No session is longer, so earlier ones are over. */
const maxSessionHours = 24;
const weekDays = 7;

/** Returns the unfinished sessions of the admin's day, else the next one, and the others of the coming week. */
export async function findAhead(ctx: Context): Promise<{ today: OverviewToday; week: OverviewSession[] }> {
  const { db, clock, visitor } = ctx;
  const now = DateTime.fromJSDate(clock.now(), { zone: visitor.timeZone }).setLocale("en-US");
  const { startTime, durationMinutes, cancelledAt, isPublished } = liveSessions;
  const end = sql`${startTime} + ${durationMinutes} * interval '1 minute'`;
  const ahead = await db
    .select()
    .from(liveSessions)
    .where(
      and(
        gt(startTime, now.minus({ hours: maxSessionHours }).toJSDate()),
        sql`${end} > ${now.toJSDate().toISOString()}::timestamptz`,
        isNull(cancelledAt),
        isNull(liveSessions.slotFreedAt),
        eq(isPublished, true),
      ),
    )
    .orderBy(asc(startTime), asc(liveSessions.id))
    .limit(maxShown);
  const isWithin = (days: number) => (session: LiveSession) =>
    session.startTime < now.plus({ days }).startOf("day").toJSDate();
  const today = ahead.filter(isWithin(1));
  const first = today.length > 0 ? today : ahead.slice(0, 1);
  const week = ahead.slice(first.length).filter(isWithin(weekDays));
  const places = await countPlaces(
    db,
    [...first, ...week].map(({ id }) => id),
  );
  const describe = (session: LiveSession) => printSession(ctx, session, places.get(session.id));
  return {
    today: { date: now.toFormat("cccc, LLLL d"), isToday: today.length > 0, sessions: first.map(describe) },
    week: week.map(describe),
  };
}

function printSession(ctx: Context, session: LiveSession, places: Places | undefined): OverviewSession {
  const { shortDate, time, zone } = displayStart(session, ctx);
  return {
    id: session.id,
    title: session.title,
    day: shortDate,
    time: `${time} ${zone}`,
    place: placeLabel(session),
    booked: places?.booked ?? 0,
    taken: places?.taken ?? 0,
    isFull: freePlaces(session, places) === 0,
    maxAttendees: session.maxAttendees,
    hasBegun: session.startTime <= ctx.clock.now(),
  };
}
