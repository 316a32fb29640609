import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { playbackProgress, recordings } from "@db/schema";
import { isWatchable, ownedCollections, type Collection, type Watcher } from "./access";
import { posterUrl } from "./poster-url";
import { progressOf } from "./positions";
import type { ListedRecording } from "./schemas";

type Listed = ListedRecording & { watchedAt: Date | null };

/** A collection's recordings in their order, as somebody sees them: two queries, however many there are. */
export async function listRecordings(
  db: Queryable,
  watcher: Watcher,
  collection: Collection,
): Promise<{ recordings: Listed[]; isOwned: boolean }> {
  const owned = watcher ? await ownedCollections(db, watcher.id) : new Set<Collection>();
  const rows = await db
    .select({ recording: recordings, progress: playbackProgress })
    .from(recordings)
    // A visitor has watched nothing; no row has a null for its user.
    .leftJoin(
      playbackProgress,
      and(
        eq(playbackProgress.recordingId, recordings.id),
        eq(playbackProgress.userId, watcher?.id ?? "00000000-0000-0000-0000-000000000000"),
      ),
    )
    .where(eq(recordings.collection, collection))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  const listed = rows.map(({ recording, progress }, index) => {
    const isOpen = isWatchable(watcher, recording, owned);
    return {
      id: recording.id,
      number: index + 1,
      title: recording.title,
      description: recording.description ?? "",
      image: posterUrl(recording, "card", { index, count: rows.length }),
      badge: badgeOf(recording, isOpen),
      isWatchable: isOpen,
      progress: isOpen ? progressOf(progress, recording.durationSeconds) : null,
      watchedAt: progress?.updatedAt ?? null,
    };
  });
  return { recordings: listed, isOwned: owned.has(collection) };
}

function badgeOf({ isFree }: { isFree: boolean }, isOpen: boolean): ListedRecording["badge"] {
  if (isFree) return "Free";
  return isOpen ? "Unlocked" : "Premium";
}
