import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { type LiveSession, liveSessions } from "@db/schema";
import { countPlaces, type Places } from "../../schedule/places";
import { displayStart, placeLabel } from "../../core/dates";
import type { Context } from "../../core/context";
import type { OfficeSession, OfficeToday } from "../../members/schemas";

const maxShown = 20;
/** No session is longer, so earlier ones are over. */
const maxSessionHours = 24;

/** Today's unfinished sessions in the admin's time zone, else the next one. */
export async function findToday(ctx: Context): Promise<OfficeToday> {
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
        eq(isPublished, true),
      ),
    )
    .orderBy(asc(startTime), asc(liveSessions.id))
    .limit(maxShown);
  const isToday = (session: LiveSession) => session.startTime < now.plus({ days: 1 }).startOf("day").toJSDate();
  const today = ahead.filter(isToday);
  const shown = today.length > 0 ? today : ahead.slice(0, 1);
  const places = await countPlaces(
    db,
    shown.map(({ id }) => id),
  );
  return {
    date: now.toFormat("cccc, LLLL d"),
    isToday: today.length > 0,
    sessions: shown.map((session) => described(ctx, session, places.get(session.id))),
  };
}

function described(ctx: Context, session: LiveSession, places: Places | undefined): OfficeSession {
  const { weekday, month, day, time, zone } = displayStart(session, ctx);
  return {
    id: session.id,
    title: session.title,
    day: `${weekday}, ${month} ${day}`,
    time: `${time} ${zone}`,
    place: placeLabel(session),
    booked: places?.booked ?? 0,
    maxAttendees: session.maxAttendees,
    hasBegun: session.startTime <= ctx.clock.now(),
  };
}
