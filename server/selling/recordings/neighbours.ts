import type { Queryable } from "@db/client";
import { playbackProgress, type recordings } from "@db/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { canWatch, type Viewer } from "./access";
import { readVersionNames, soundOf } from "./player";
import { startOf } from "./positions";
import type { Neighbour } from "./schemas";

type Recording = typeof recordings.$inferSelect;
type Neighbours = { previous: Neighbour | null; next: Neighbour | null };

/** Returns the recordings before and after one, with what is needed to go on to them at once. */
export async function readNeighbours(ctx: Context, series: Recording[], index: number): Promise<Neighbours> {
  const [before, after] = [series[index - 1], series[index + 1]];
  const both = [before, after].flatMap((recording) => recording ?? []);
  const ids = both.map(({ id }) => id);
  const [open, versions, places] = await Promise.all([
    Promise.all(both.map((recording) => canWatch(ctx, ctx.user, recording))),
    readVersionNames(ctx.db, ids),
    readPlaces(ctx.db, ctx.user, ids),
  ]);
  const describe = (recording: Recording | undefined): Neighbour | null => {
    if (!recording) return null;
    const { id, title, durationSeconds } = recording;
    const isOpen = open[both.indexOf(recording)] ?? false;
    const startSeconds = isOpen ? startOf(places.get(id), durationSeconds) : 0;
    return { id, title, isOpen, sound: isOpen ? soundOf(recording, versions) : null, startSeconds };
  };
  return { previous: describe(before), next: describe(after) };
}

type Place = typeof playbackProgress.$inferSelect;

/** Returns how far a viewer has come in some recordings. */
export async function readPlaces(db: Queryable, watcher: Viewer, ids: string[]): Promise<Map<string, Place>> {
  if (!watcher) return new Map();
  const rows = await db
    .select()
    .from(playbackProgress)
    .where(and(eq(playbackProgress.userId, watcher.id), inArray(playbackProgress.recordingId, ids)));
  return new Map(rows.map((row) => [row.recordingId, row]));
}
