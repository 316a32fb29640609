import { overviewVisits, sessionBookings } from "@db/schema";
import { one } from "@db/one";
import { and, gt, inArray, isNull, sql } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { minutesAfter, timeIn } from "../../core/dates";
import type { OverviewBookings } from "./schemas";

/** Loading the overview again within this time belongs to the same visit. */
const visitMinutes = 30;
const firstVisitDays = 7;
/** A booking is new when it is paid, which is within the hour. */
const holdMinutes = 60;

/** Counts the bookings since this admin's previous visit to the overview, and notes this visit. */
export async function countNewBookings(ctx: MemberContext): Promise<OverviewBookings> {
  const { db, clock, visitor } = ctx;
  const previous = await noteVisit(ctx);
  const since = previous ?? minutesAfter(clock.now(), -firstVisitDays * 24 * 60);
  const { createdAt, completedAt, status, importedAt, archivedAt } = sessionBookings;
  const count = await db.$count(
    sessionBookings,
    and(
      gt(createdAt, minutesAfter(since, -holdMinutes)),
      gt(sql`coalesce(${completedAt}, ${createdAt})`, since),
      inArray(status, ["confirmed", "completed"]),
      isNull(importedAt),
      isNull(archivedAt),
    ),
  );
  return { count, since: previous && timeIn(previous, visitor.timeZone) };
}

/** Returns when the previous visit ended, or null if this is the first. */
async function noteVisit({ db, clock, user }: MemberContext): Promise<Date | null> {
  const { seenAt, previousSeenAt } = overviewVisits;
  const now = clock.now();
  const isOver = sql`${seenAt} < ${minutesAfter(now, -visitMinutes).toISOString()}::timestamptz`;
  const rows = await db
    .insert(overviewVisits)
    .values({ userId: user.id, seenAt: now })
    .onConflictDoUpdate({
      target: overviewVisits.userId,
      set: {
        previousSeenAt: sql`case when ${isOver} then ${seenAt} else ${previousSeenAt} end`,
        seenAt: sql`greatest(${seenAt}, excluded.seen_at)`,
      },
    })
    .returning({ previous: previousSeenAt });
  return one(rows, "visit").previous;
}
