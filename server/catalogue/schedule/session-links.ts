import type { Queryable } from "@db/client";
import { type liveSessions, sessionBookings } from "@db/schema";
import { and, inArray } from "drizzle-orm";
import { outsideAddress } from "../../core/addresses";
import type { SessionUser } from "../../core/context";
import { type BookingReader, whereManagedBy } from "./whose-bookings";

type RecordedSession = Pick<
  typeof liveSessions.$inferSelect,
  "id" | "startTime" | "cancelledAt" | "recordingUrl" | "isRecordingPublic"
>;
type ViewerContext = BookingReader & { db: Queryable; user: Pick<SessionUser, "id" | "role"> | null };

/** Returns null without access: public recordings are for everyone, others for attendees and admins. */
export async function recordingLinkFor(
  ctx: ViewerContext,
  session: RecordedSession,
  key?: string,
): Promise<string | null> {
  return (await recordingLinksFor(ctx, [session], key)).get(session.id) ?? null;
}

export async function recordingLinksFor(
  ctx: ViewerContext,
  sessions: RecordedSession[],
  key?: string,
): Promise<Map<string, string>> {
  const now = ctx.clock.now();
  const recorded = sessions.filter((session) => recordingLinkOf(session, now) !== null);
  const kept = recorded.filter((session) => !session.isRecordingPublic && ctx.user?.role !== "admin");
  const attended = await findAttended(
    ctx,
    kept.map(({ id }) => id),
    key,
  );
  const open = recorded.filter((session) => !kept.includes(session) || attended.has(session.id));
  return new Map(open.flatMap(({ id, recordingUrl }) => (recordingUrl === null ? [] : [[id, recordingUrl]])));
}

/** Returns the recording's link for those who have a booked place; null while there is none. */
export function recordingLinkOf(
  { startTime, cancelledAt, recordingUrl }: Pick<RecordedSession, "startTime" | "cancelledAt" | "recordingUrl">,
  now: Date,
): string | null {
  return startTime <= now && !cancelledAt ? outsideAddress(recordingUrl) : null;
}

async function findAttended(ctx: ViewerContext, sessionIds: string[], key?: string): Promise<Set<string>> {
  const isKnown = Boolean(ctx.user ?? key) || ctx.visitor.browserBookings.length > 0;
  if (sessionIds.length === 0 || !isKnown) return new Set();
  const rows = await ctx.db
    .selectDistinct({ sessionId: sessionBookings.sessionId })
    .from(sessionBookings)
    .where(
      and(
        inArray(sessionBookings.sessionId, sessionIds),
        inArray(sessionBookings.status, ["confirmed", "completed"]),
        whereManagedBy(ctx, key),
      ),
    );
  return new Set(rows.map(({ sessionId }) => sessionId));
}
