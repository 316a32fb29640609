import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, asc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { displayStart, minutesAfter } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { lockInstructor } from "../../catalogue/schedule/instructor-time";

type PlannedSession = Pick<
  LiveSession,
  "title" | "startTime" | "durationMinutes" | "locationType" | "isPublished" | "cancelledAt" | "offerId"
> & { id?: string; bufferBeforeMinutes?: number; bufferAfterMinutes?: number };

/**
 * Throws invalid, naming both, if a session would take the time of a one-to-one session, or a one-to-one session that of
 * another. Locks the instructor's time until the end of the transaction.
 */
export async function refuseOverlap(tx: Transaction, ctx: Context, planned: PlannedSession[]): Promise<void> {
  await lockInstructor(tx);
  for (const session of planned) {
    const { isPublished, cancelledAt, offerId } = session;
    if (cancelledAt || (!isPublished && offerId === null)) continue;
    const other = await findOverlapping(tx, session);
    if (other) throw new DomainError("invalid", describe(ctx, session, other), { field: "startsAt" });
  }
}

async function findOverlapping(tx: Transaction, session: PlannedSession) {
  const { id, startTime, durationMinutes, offerId, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = session;
  const [from, until] = [
    minutesAfter(startTime, -bufferBeforeMinutes),
    minutesAfter(startTime, durationMinutes + bufferAfterMinutes),
  ].map((instant) => sql`${instant.toISOString()}::timestamptz`);
  const start = sql`${liveSessions.startTime}`;
  const end = sql`${start} + ${liveSessions.durationMinutes} * interval '1 minute'`;
  const isGroup = sql`(${liveSessions.offerId} is null and ${liveSessions.isPublished} and ${liveSessions.cancelledAt} is null
    and ${start} < ${until} and ${end} > ${from})`;
  const isOneToOne = and(isNotNull(liveSessions.blocked), sql`${liveSessions.blocked} && tstzrange(${from}, ${until})`);
  const [other] = await tx
    .select({ session: liveSessions, first: sessionBookings.attendeeFirstName, last: sessionBookings.attendeeLastName })
    .from(liveSessions)
    .leftJoin(
      sessionBookings,
      and(eq(sessionBookings.sessionId, liveSessions.id), ne(sessionBookings.status, "cancelled")),
    )
    .where(
      and(
        id === undefined ? undefined : ne(liveSessions.id, id),
        offerId === null ? isOneToOne : sql`(${isOneToOne} or ${isGroup})`,
      ),
    )
    .orderBy(asc(liveSessions.startTime))
    .limit(1);
  return other;
}

type OverlappingSession = NonNullable<Awaited<ReturnType<typeof findOverlapping>>>;

function describe(ctx: Context, wanted: PlannedSession, { session, first, last }: OverlappingSession): string {
  const when = displayStart(session, ctx);
  const name = [first, last].filter(Boolean).join(" ");
  const other = `“${session.title}”${name && ` with ${name}`}, ${when.shortDate}, ${when.hours}`;
  return `“${wanted.title}” can’t take place on ${displayStart(wanted, ctx).shortDate} at ${displayStart(wanted, ctx).time}: ${other}, is booked then.`;
}
