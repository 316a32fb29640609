import type { Queryable } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import { busyTimesIn, refreshBusyTimes } from "../../catalogue/calendars/busy-times";
import type { TimeSpan } from "./slots";

/** Returns when the instructor is busy by her own calendars, as they have said last. */
export const readCalendar = ({ db }: Pick<Context, "db">, between: TimeSpan): Promise<TimeSpan[]> =>
  busyTimesIn(db)(between);

/**
 * Asks the instructor's calendars before something is booked, for 2 s at most: if they give no answer, the last one
 * stands. Call it outside a transaction.
 */
export async function askCalendar(ctx: Context, between: TimeSpan): Promise<TimeSpan[]> {
  await refreshBusyTimes(ctx, { deadlineMs: 2000 });
  return readCalendar(ctx, between);
}

/** Returns whether the instructor is busy by her own calendars at the time that a session holds, as they have said last. */
export const isBusyAt = async (db: Queryable, session: HeldTime): Promise<boolean> =>
  (await busyTimesIn(db)(heldBy(session))).length > 0;

type HeldTime = Pick<LiveSession, "startTime" | "durationMinutes" | "bufferBeforeMinutes" | "bufferAfterMinutes">;

/** Returns the time that a session holds, with its buffers. */
const heldBy = ({ startTime, durationMinutes, ...buffers }: HeldTime): TimeSpan => ({
  start: minutesAfter(startTime, -buffers.bufferBeforeMinutes),
  end: minutesAfter(startTime, durationMinutes + buffers.bufferAfterMinutes),
});

const longestMinutes = 7 * 24 * 60;

type PlannedSession = HeldTime & Pick<LiveSession, "id" | "offerId">;

export type PlannedTime = TimeSpan & Pick<PlannedSession, "id" | "startTime" | "offerId">;

/** Reads what holds the instructor's time: one-to-one sessions with their buffers, and published groups. */
export async function readPlanned(db: Queryable, { start, end }: TimeSpan): Promise<PlannedTime[]> {
  const { id, startTime, durationMinutes, offerId, bufferBeforeMinutes, bufferAfterMinutes } = liveSessions;
  const rows: PlannedSession[] = await db
    .select({ id, startTime, durationMinutes, offerId, bufferBeforeMinutes, bufferAfterMinutes })
    .from(liveSessions)
    .where(
      and(
        isNull(liveSessions.cancelledAt),
        isNull(liveSessions.slotFreedAt),
        sql`(${isNotNull(offerId)} or ${eq(liveSessions.isPublished, true)})`,
        gt(startTime, minutesAfter(start, -longestMinutes - 1440)),
        lt(startTime, minutesAfter(end, 1440)),
      ),
    );
  return rows.map((session) => ({
    id: session.id,
    startTime: session.startTime,
    offerId: session.offerId,
    ...heldBy(session),
  }));
}
