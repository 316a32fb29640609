import { one } from "@db/one";
import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { alphabetical } from "@db/schema/columns";
import { sessionBookings } from "@db/schema";
import { findSession } from "../../schedule/find-session";
import { pageOf } from "../../core/pagination";
import type { Context } from "../../core/context";
import { attendeesPerPage, attendeeView } from "./list-attendees";

type ArrivalsQuery = { sessionId: string; search: string; page: number };

/** Lists those with a place by name; the counts ignore the search. `readAt` is in milliseconds. Throws not_found. */
export async function listArrivals(ctx: Context, asked: ArrivalsQuery) {
  const readAt = ctx.clock.now().getTime();
  const session = await findSession(ctx.db, asked.sessionId);
  const hasPlace = placesIn(session.id);
  const name = alphabetical(sql`${sessionBookings.attendeeFirstName} || ' ' || ${sessionBookings.attendeeLastName}`);
  const isMeant = and(
    hasPlace,
    asked.search ? sql`strpos(${name}, ${alphabetical(sql`${asked.search}::text`)}) > 0` : undefined,
  );
  const counts = await countArrivals(ctx.db, session.id);
  const { page, offset } = pageOf(asked.page, await ctx.db.$count(sessionBookings, isMeant), attendeesPerPage);
  const rows = await ctx.db
    .select()
    .from(sessionBookings)
    .where(isMeant)
    .orderBy(asc(name), asc(sessionBookings.id))
    .limit(attendeesPerPage)
    .offset(offset);
  return {
    session: { id: session.id, title: session.title },
    arrivals: rows.map((row) => attendeeView(ctx, row)),
    counts,
    page,
    readAt,
  };
}

export async function countArrivals(db: Queryable, sessionId: string): Promise<{ booked: number; here: number }> {
  return one(
    await db
      .select({
        booked: count(),
        here: sql`count(*) filter (where ${isNotNull(sessionBookings.checkedInAt)})`.mapWith(Number),
      })
      .from(sessionBookings)
      .where(placesIn(sessionId)),
    "count",
  );
}

const placesIn = (sessionId: string) =>
  and(
    eq(sessionBookings.sessionId, sessionId),
    isNull(sessionBookings.archivedAt),
    inArray(sessionBookings.status, ["confirmed", "completed"]),
  );
