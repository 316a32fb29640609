import { type Booking, type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, asc, desc, gt, inArray, isNull, lte, type Placeholder, placeholder, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { prepareOnce, type Queryable, unnamed } from "@db/client";
import { plateUrl } from "../artwork/plate";
import type { MemberContext } from "../core/context";
import { describeZones, displayStart, formatDuration, locationText, placeLabel } from "../core/dates";
import { pageLength, pageOf } from "../core/pagination";
import { bookingPath, myBookingsPath } from "../core/paths";
import { whereBookingOf } from "../schedule/booking-owner";
import { summaryOf } from "../schedule/session-facts";
import { joinLinkFor, recordingLinksFor } from "../schedule/session-links";
import type { MySession, MySessions, MySessionsFilter } from "./schemas";

export async function listMySessions(
  ctx: MemberContext,
  { when, page: wanted }: MySessionsFilter,
): Promise<MySessions> {
  const whose = { userId: ctx.user.id, now: ctx.clock.now() };
  const { page, offset } = pageOf(wanted, await countMine(ctx.db, when, whose));
  const sessions = await selectMine(ctx.db, when, { ...whose, limit: pageLength }).offset(offset);
  return { sessions: await printSessions(ctx, sessions), page, zoneNote: describeZones(sessions, ctx) };
}

/** Returns the next sessions and the last ones, at most `limit` of each, with as many statements as one list. */
export async function listNearestSessions(ctx: MemberContext, limit: number) {
  const now = ctx.clock.now();
  const sessions = await selectNearest(ctx.db).execute({ userId: ctx.user.id, now: now.toISOString(), limit });
  const printed = await printSessions(ctx, sessions);
  const upcoming = sessions.filter(({ startTime }) => startTime > now);
  const isUpcoming = ({ id }: MySession) => upcoming.some((session) => session.id === id);
  return {
    upcoming: printed.filter(isUpcoming),
    past: printed.filter((session) => !isUpcoming(session)),
    zoneNote: describeZones(upcoming, ctx),
  };
}

type When = "upcoming" | "past";
type Whose = { userId: string | Placeholder; now: Date | Placeholder };

const bookedStatuses: Booking["status"][] = ["confirmed", "completed"];

const selectNearest = prepareOnce((db) => {
  const given = { userId: placeholder("userId"), now: placeholder("now"), limit: placeholder("limit") };
  return unionAll(selectMine(db, "upcoming", given), selectMine(db, "past", given)).prepare(unnamed);
});

function selectMine(db: Queryable, when: When, { limit, ...whose }: Whose & { limit: number | Placeholder }) {
  const order = when === "upcoming" ? asc : desc;
  return db
    .select()
    .from(liveSessions)
    .where(whereMine(db, when, whose))
    .orderBy(order(liveSessions.startTime), order(liveSessions.id))
    .limit(limit);
}

const countMine = (db: Queryable, when: When, whose: Whose): Promise<number> =>
  db.$count(liveSessions, whereMine(db, when, whose));

function whereMine(db: Queryable, when: When, { userId, now }: Whose): SQL | undefined {
  const ownSessionIds = db
    .select({ id: sessionBookings.sessionId })
    .from(sessionBookings)
    .where(and(inArray(sessionBookings.status, bookedStatuses), whereBookingOf({ id: userId })));
  const begins = when === "upcoming" ? gt : lte;
  return and(
    begins(liveSessions.startTime, now),
    isNull(liveSessions.cancelledAt),
    inArray(liveSessions.id, ownSessionIds),
  );
}

async function printSessions(ctx: MemberContext, sessions: LiveSession[]): Promise<MySession[]> {
  const [tickets, recordings] = await Promise.all([findTickets(ctx, sessions), recordingLinksFor(ctx, sessions)]);
  return sessions.map((session) =>
    printSession(ctx, session, {
      tickets: tickets.filter(({ sessionId }) => sessionId === session.id),
      recordingUrl: recordings.get(session.id) ?? null,
    }),
  );
}

async function findTickets({ db, user }: MemberContext, sessions: LiveSession[]): Promise<Booking[]> {
  if (sessions.length === 0) return [];
  const ids = sessions.map(({ id }) => id);
  return db
    .select()
    .from(sessionBookings)
    .where(
      and(
        inArray(sessionBookings.sessionId, ids),
        inArray(sessionBookings.status, bookedStatuses),
        whereBookingOf(user),
      ),
    )
    .orderBy(asc(sessionBookings.createdAt));
}

type SessionPlaces = { tickets: Booking[]; recordingUrl: string | null };

function printSession(ctx: MemberContext, session: LiveSession, { tickets, recordingUrl }: SessionPlaces): MySession {
  const start = displayStart(session, ctx);
  const [ticket] = tickets;
  const end = session.startTime.getTime() + session.durationMinutes * 60_000;
  const isOver = end <= ctx.clock.now().getTime();
  const managePath = ticket && tickets.length === 1 ? bookingPath(ticket) : myBookingsPath;
  return {
    id: session.id,
    path: session.isPublished ? `/sessions/${session.id}` : managePath,
    title: session.title,
    category: session.category,
    summary: summaryOf(session.description),
    image: session.thumbnailUrl ?? plateUrl(session.category, "card", session.id),
    start,
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    location: locationText(session),
    tickets: tickets.reduce((sum, { quantity }) => sum + quantity, 0),
    managePath,
    joinUrl: ticket && !isOver ? joinLinkFor({ booking: ticket, session }) : null,
    recordingUrl,
  };
}
