import { type Booking, type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, asc, count, desc, gt, inArray, isNull, lte, type SQL } from "drizzle-orm";
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
  const { page, offset } = pageOf(wanted, await countMySessions(ctx, when));
  const { sessions, printed } = await findMySessions(ctx, when, { limit: pageLength, offset });
  return { sessions: printed, page, zoneNote: describeZones(sessions, ctx) };
}

type When = "upcoming" | "past";
type Part = { limit: number; offset?: number };

const bookedStatuses: Booking["status"][] = ["confirmed", "completed"];

export async function findMySessions(ctx: MemberContext, when: When, { limit, offset = 0 }: Part) {
  const order = when === "upcoming" ? asc : desc;
  const sessions = await ctx.db
    .select()
    .from(liveSessions)
    .where(whereMine(ctx, when))
    .orderBy(order(liveSessions.startTime), order(liveSessions.id))
    .limit(limit)
    .offset(offset);
  const [tickets, recordings] = await Promise.all([findTickets(ctx, sessions), recordingLinksFor(ctx, sessions)]);
  return {
    sessions,
    printed: sessions.map((session) =>
      printSession(ctx, session, {
        tickets: tickets.filter(({ sessionId }) => sessionId === session.id),
        recordingUrl: recordings.get(session.id) ?? null,
      }),
    ),
  };
}

async function countMySessions(ctx: MemberContext, when: When): Promise<number> {
  const [row] = await ctx.db.select({ total: count() }).from(liveSessions).where(whereMine(ctx, when));
  return row?.total ?? 0;
}

function whereMine({ db, clock, user }: MemberContext, when: When): SQL | undefined {
  const ownSessionIds = db
    .select({ id: sessionBookings.sessionId })
    .from(sessionBookings)
    .where(and(inArray(sessionBookings.status, bookedStatuses), whereBookingOf(user)));
  const begins = when === "upcoming" ? gt : lte;
  return and(
    begins(liveSessions.startTime, clock.now()),
    isNull(liveSessions.cancelledAt),
    inArray(liveSessions.id, ownSessionIds),
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
