import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { liveSessions, sessionBookings } from "@db/schema";

/** Returns the sessions with the number of places that are taken, earliest first. */
export async function readSchedule(db: Database, now: Date) {
  const rows = await db
    .select({ session: liveSessions, taken: sql<number>`count(${sessionBookings.id})`.mapWith(Number) })
    .from(liveSessions)
    .leftJoin(
      sessionBookings,
      sql`${sessionBookings.sessionId} = ${liveSessions.id} and ${sessionBookings.status} <> 'cancelled'`,
    )
    .groupBy(liveSessions.id)
    .orderBy(liveSessions.startTime);
  const isUpcoming = ({ session }: (typeof rows)[number]) => session.startTime > now;
  return { upcoming: rows.filter(isUpcoming), past: rows.filter((row) => !isUpcoming(row)) };
}
