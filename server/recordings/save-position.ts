import { eq, sql } from "drizzle-orm";
import { playbackProgress, recordings } from "@db/schema";
import { DomainError } from "../core/errors";
import type { MemberContext } from "../core/context";
import { canWatch } from "./access";
import { isAtEnd } from "./progress";
import type { PlaybackPosition } from "./schemas";

/**
 * Keeps how far a member has watched. Position 0 is never kept; of several devices the newest position wins, in
 * whatever order they arrive. Throws not_found for what she may not watch.
 */
export async function savePosition(ctx: MemberContext, input: PlaybackPosition): Promise<void> {
  const [recording] = await ctx.db.select().from(recordings).where(eq(recordings.id, input.recordingId));
  if (!recording || !(await canWatch(ctx.db, ctx.user, recording))) {
    throw new DomainError("not_found", "Recording Not Found");
  }
  const positionSeconds = Math.floor(Math.min(input.positionSeconds, recording.durationSeconds ?? Infinity));
  if (positionSeconds === 0) return;
  const watchedAt = new Date(ctx.clock.now().getTime() - input.ageMs);
  const isFinished = input.isFinished || isAtEnd(positionSeconds, recording.durationSeconds);
  const position = { positionSeconds, updatedAt: watchedAt, ...(isFinished && { finishedAt: watchedAt }) };
  await ctx.db
    .insert(playbackProgress)
    .values({ userId: ctx.user.id, recordingId: recording.id, ...position })
    .onConflictDoUpdate({
      target: [playbackProgress.userId, playbackProgress.recordingId],
      set: position,
      setWhere: sql`${playbackProgress.updatedAt} < excluded.updated_at`,
    });
}
