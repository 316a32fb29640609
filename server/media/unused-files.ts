import { eq, exists, not, or, sql, type SQL } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { liveSessions, mediaFiles, recordings } from "@db/schema";

/** How long an upload may wait to be used. */
export const unusedAfterMs = 24 * 3_600_000;

/** Holds for the files that no recording and no session points at. */
export function isUnused(db: Queryable): SQL {
  const pointsHere = or(
    eq(recordings.videoId, mediaFiles.id),
    eq(recordings.posterId, mediaFiles.id),
    eq(recordings.captionsId, mediaFiles.id),
  );
  // As media-address.ts writes it.
  const address = sql`'/media/images/' || split_part(${mediaFiles.storageKey}, '/', 2)`;
  const ofRecording = db.select({ id: recordings.id }).from(recordings).where(pointsHere);
  const ofSession = db.select({ id: liveSessions.id }).from(liveSessions).where(eq(liveSessions.thumbnailUrl, address));
  return not(or(exists(ofRecording), exists(ofSession))!);
}
