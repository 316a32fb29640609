import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { alphabetical } from "@db/alphabetical";
import { sessionBookings } from "@db/schema";
import { findSession } from "../../schedule/admin/find-session";
import { pageOf } from "../../schedule/page-of";
import type { Context } from "../../trpc/context";
import { attendeesPerPage, attendeeView } from "./list-attendees";

type Asked = { sessionId: string; search: string; page: number };

/**
 * Everybody who has a place in a session, by name, for whoever stands at the door; by part of a name. The counts are of
 * all of them, whatever is searched for. Four queries. Throws not_found.
 */
export async function listArrivals(ctx: Context, asked: Asked) {
  const session = await findSession(ctx.db, asked.sessionId);
  const hasPlace = and(
    eq(sessionBookings.sessionId, session.id),
    isNull(sessionBookings.archivedAt),
    inArray(sessionBookings.status, ["confirmed", "completed"]),
  );
  const name = alphabetical(sql`${sessionBookings.attendeeFirstName} || ' ' || ${sessionBookings.attendeeLastName}`);
  const isMeant = and(
    hasPlace,
    asked.search ? sql`strpos(${name}, ${alphabetical(sql`${asked.search}::text`)}) > 0` : undefined,
  );
  const [counted] = await ctx.db
    .select({
      booked: count(),
      here: sql`count(*) filter (where ${isNotNull(sessionBookings.checkedInAt)})`.mapWith(Number),
    })
    .from(sessionBookings)
    .where(hasPlace);
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
    counts: counted!,
    page,
  };
}
