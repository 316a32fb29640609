import { type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, asc, desc, gt, inArray, isNull, lte, type SQL } from "drizzle-orm";
import type { Queryable } from "@db/client";
import type { MemberContext } from "../../../core/context";
import { describeZones } from "../../../core/dates";
import { pageLength, pageOf } from "../../../core/pagination";
import { whereBookingOf } from "../../../catalogue/schedule/whose-bookings";
import { bookedStatuses, printSession } from "./print-my-session";
import type { MySession, MySessions, MySessionsFilter } from "../schemas";

export async function listMySessions(
  ctx: MemberContext,
  { when, page: wanted }: MySessionsFilter,
): Promise<MySessions> {
  const whose = { userId: ctx.user.id, now: ctx.clock.now() };
  const { page, offset } = pageOf(wanted, await countMine(ctx.db, when, whose));
  const sessions = await selectMine(ctx.db, when, whose).limit(pageLength).offset(offset);
  return { sessions: await printSessions(ctx, sessions), page, zoneNote: describeZones(sessions, ctx) };
}

type SessionPeriod = "upcoming" | "past";
type OwnSessionsQuery = { userId: string; now: Date };

function selectMine(db: Queryable, when: SessionPeriod, whose: OwnSessionsQuery) {
  const order = when === "upcoming" ? asc : desc;
  return db
    .select()
    .from(liveSessions)
    .where(whereMine(db, when, whose))
    .orderBy(order(liveSessions.startTime), order(liveSessions.id));
}

const countMine = (db: Queryable, when: SessionPeriod, whose: OwnSessionsQuery): Promise<number> =>
  db.$count(liveSessions, whereMine(db, when, whose));

function whereMine(db: Queryable, when: SessionPeriod, { userId, now }: OwnSessionsQuery): SQL | undefined {
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
  const bookings = await findBookings(ctx, sessions);
  return sessions.map((session) =>
    printSession(
      ctx,
      session,
      bookings.filter(({ sessionId }) => sessionId === session.id),
    ),
  );
}

async function findBookings({ db, user }: MemberContext, sessions: Pick<LiveSession, "id">[]) {
  if (sessions.length === 0) return [];
  const ids = sessions.map(({ id }) => id);
  const { id, sessionId, status, quantity, createdAt } = sessionBookings;
  return db
    .select({ id, sessionId, status, quantity })
    .from(sessionBookings)
    .where(and(inArray(sessionId, ids), inArray(status, bookedStatuses), whereBookingOf(user)))
    .orderBy(asc(createdAt));
}
