import type { playbackProgress } from "@db/schema";
import type { Progress } from "./schemas";

type Row = Pick<typeof playbackProgress.$inferSelect, "positionSeconds" | "finishedAt" | "updatedAt">;

/** From this part of its length on a recording counts as watched to the end. */
const finishedFrom = 0.95;

/** Whether a position is so close to the end that nothing is left to come back for. */
export const isAtEnd = (positionSeconds: number, durationSeconds: number | null): boolean =>
  durationSeconds !== null && positionSeconds >= durationSeconds * finishedFrom;

/** How far somebody has come, as pages print it; null where nothing has been watched. */
export function progressOf(row: Row | null | undefined, durationSeconds: number | null): Progress | null {
  if (!row) return null;
  const share = durationSeconds ? row.positionSeconds / durationSeconds : null;
  return {
    position: clockTime(row.positionSeconds),
    percent: share === null ? null : Math.min(100, Math.max(1, Math.round(share * 100))),
    isFinished: row.finishedAt !== null,
  };
}

/** Where the player begins: where she left off, or at the start of what was watched to its end. */
export function startOf(row: Row | null | undefined, durationSeconds: number | null): number {
  if (!row || isAtEnd(row.positionSeconds, durationSeconds)) return 0;
  const endedThere = row.finishedAt !== null && row.finishedAt >= row.updatedAt;
  return endedThere ? 0 : row.positionSeconds;
}

/** "3:07", "1:02:45" */
function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
