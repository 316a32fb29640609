import { type Booking, liveSessions, sessionBookings } from "@db/schema";
import { and, asc, desc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { MemberContext } from "../../../core/context";
import { describeZones } from "../../../core/dates";
import { whereBookingOf } from "../../../catalogue/schedule/whose-bookings";
import { bookedStatuses, printedColumns, printSession } from "./print-my-session";

/** Returns the next sessions of a member and the last ones, at most `limit` of each, by one statement. */
export async function listNearestSessions(ctx: MemberContext, limit: number) {
  const now = ctx.clock.now();
  const rows = await findNearest(ctx, now, limit);
  const nearest = [...bySession(rows).values()].toSorted((a, b) => inTime(a.session, b.session));
  const upcoming = nearest.filter(({ session }) => session.startTime > now);
  const past = nearest.filter(({ session }) => session.startTime <= now).toReversed();
  const print = ({ session, bookings }: NearestSession) => printSession(ctx, session, bookings);
  return {
    upcoming: upcoming.map(print),
    past: past.map(print),
    zoneNote: describeZones(
      upcoming.map(({ session }) => session),
      ctx,
    ),
  };
}

/**
 * The member's bookings are few, so they are read once and first: a sub-select in each half makes PostgreSQL look
 * through everyone's bookings of each session.
 */
function findNearest({ db, user }: MemberContext, now: Date, limit: number) {
  const { id, sessionId, status, quantity, createdAt } = sessionBookings;
  const mine = db.$with("mine").as(
    db
      .select({ bookingId: sql<string>`${id}`.as("booking_id"), sessionId, status, quantity, bookedAt: createdAt })
      .from(sessionBookings)
      .where(and(inArray(status, bookedStatuses), whereBookingOf(user))),
  );
  const half = (order: typeof asc, when: typeof gt) =>
    db
      .select(printedColumns)
      .from(liveSessions)
      .where(
        and(
          when(liveSessions.startTime, now),
          isNull(liveSessions.cancelledAt),
          inArray(liveSessions.id, db.select({ id: mine.sessionId }).from(mine)),
        ),
      )
      .orderBy(order(liveSessions.startTime), order(liveSessions.id))
      .limit(limit);
  const nearest = unionAll(half(asc, gt), half(desc, lte)).as("nearest");
  return db
    .with(mine)
    .select()
    .from(nearest)
    .innerJoin(mine, eq(mine.sessionId, nearest.id))
    .orderBy(asc(mine.bookedAt));
}

type NearestRow = Awaited<ReturnType<typeof findNearest>>[number];
type NearestSession = {
  session: NearestRow["nearest"];
  bookings: { id: string; status: Booking["status"]; quantity: number }[];
};

function bySession(rows: NearestRow[]): Map<string, NearestSession> {
  const found = new Map<string, NearestSession>();
  for (const { nearest: session, mine } of rows) {
    const known = found.get(session.id) ?? { session, bookings: [] };
    known.bookings.push({ id: mine.bookingId, status: mine.status, quantity: mine.quantity });
    found.set(session.id, known);
  }
  return found;
}

/** Sorts as PostgreSQL does: at the same time by id. */
const inTime = (a: NearestRow["nearest"], b: NearestRow["nearest"]): number =>
  a.startTime.getTime() - b.startTime.getTime() || (a.id < b.id ? -1 : 1);
