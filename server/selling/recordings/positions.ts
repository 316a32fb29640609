import { playbackProgress, recordings } from "@db/schema";
import { and, eq, sql } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { canWatch } from "./access";
import type { PlaybackPosition, Progress } from "./schemas";

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

/**
 * Stores how far a member has watched. Of several devices the newest position wins, in whatever order they arrive.
 * Throws not_found without access.
 */
export async function savePosition(ctx: MemberContext, input: PlaybackPosition): Promise<void> {
  const [recording] = await ctx.db.select().from(recordings).where(eq(recordings.id, input.recordingId));
  if (!recording || !(await canWatch(ctx, ctx.user, recording))) {
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

type Row = Pick<typeof playbackProgress.$inferSelect, "positionSeconds" | "finishedAt" | "updatedAt">;

const finishedFrom = 0.95;

const isAtEnd = (positionSeconds: number, durationSeconds: number | null): boolean =>
  durationSeconds !== null && positionSeconds >= durationSeconds * finishedFrom;

export function progressOf(row: Row | null | undefined, durationSeconds: number | null): Progress | null {
  if (!row) return null;
  const share = durationSeconds ? row.positionSeconds / durationSeconds : null;
  return {
    position: clockTime(row.positionSeconds),
    percent: share === null ? null : Math.min(100, Math.max(1, Math.round(share * 100))),
    isFinished: row.finishedAt !== null,
  };
}

export function startOf(row: Row | null | undefined, durationSeconds: number | null): number {
  if (!row || isAtEnd(row.positionSeconds, durationSeconds)) return 0;
  const endedThere = row.finishedAt !== null && row.finishedAt >= row.updatedAt;
  return endedThere ? 0 : row.positionSeconds;
}

export function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
