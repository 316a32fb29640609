import { and, eq } from "drizzle-orm";
import { playbackProgress, recordings } from "@db/schema";
import type { MemberContext } from "../core/context";
import { startOf } from "./progress";

/** Where a member has left off, where her player would begin, and how old that is; null where nothing was watched. */
export async function getPosition(
  ctx: MemberContext,
  { recordingId }: { recordingId: string },
): Promise<{ positionSeconds: number; startSeconds: number; ageMs: number } | null> {
  const [row] = await ctx.db
    .select({ progress: playbackProgress, durationSeconds: recordings.durationSeconds })
    .from(playbackProgress)
    .innerJoin(recordings, eq(recordings.id, playbackProgress.recordingId))
    .where(and(eq(playbackProgress.userId, ctx.user.id), eq(playbackProgress.recordingId, recordingId)));
  if (!row) return null;
  return {
    positionSeconds: row.progress.positionSeconds,
    startSeconds: startOf(row.progress, row.durationSeconds),
    ageMs: Math.max(0, ctx.clock.now().getTime() - row.progress.updatedAt.getTime()),
  };
}
