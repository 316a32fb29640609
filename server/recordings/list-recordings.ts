import type { Queryable } from "@db/client";
import { playbackProgress, recordings } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import { type PlateCrop, seriesPlateUrl } from "../artwork/plate";
import { type CollectionName, collectionName } from "../core/items";
import { isWatchable, ownedCollections, type Viewer } from "./access";
import { progressOf } from "./positions";
import type { ListedRecording } from "./schemas";

type Listed = ListedRecording & { watchedAt: Date | null };
type Shelf = { collection: CollectionName; recordings: Listed[]; isOwned: boolean };

export async function listRecordings(db: Queryable, watcher: Viewer, collection: CollectionName): Promise<Shelf> {
  const found = await findRecordings(db, watcher, [collection]);
  return shelfOf(collection, watcher, found);
}

/** Lists all collections with as many statements as one. */
export async function listShelves(db: Queryable, watcher: Viewer): Promise<Shelf[]> {
  const found = await findRecordings(db, watcher, collectionName.options);
  return collectionName.options.map((collection) => shelfOf(collection, watcher, found));
}

type Found = Awaited<ReturnType<typeof findRecordings>>;

async function findRecordings(db: Queryable, watcher: Viewer, wanted: readonly CollectionName[]) {
  const listed = db
    .select({ recording: recordings, progress: playbackProgress })
    .from(recordings)
    // No row has this user id.
    .leftJoin(
      playbackProgress,
      and(
        eq(playbackProgress.recordingId, recordings.id),
        eq(playbackProgress.userId, watcher?.id ?? "00000000-0000-0000-0000-000000000000"),
      ),
    )
    .where(inArray(recordings.collection, wanted))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  const [rows, owned] = await Promise.all([
    listed,
    watcher ? ownedCollections(db, watcher.id) : new Set<CollectionName>(),
  ]);
  return { rows, owned };
}

function shelfOf(collection: CollectionName, watcher: Viewer, { rows: all, owned }: Found): Shelf {
  const rows = all.filter(({ recording }) => recording.collection === collection);
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
  return { collection, recordings: listed, isOwned: owned.has(collection) };
}

function badgeOf({ isFree }: { isFree: boolean }, isOpen: boolean): ListedRecording["badge"] {
  if (isFree) return "Free";
  return isOpen ? "Unlocked" : "Premium";
}

type Pictured = Pick<typeof recordings.$inferSelect, "id" | "collection" | "posterId">;

export function posterUrl(recording: Pictured, crop: PlateCrop, place: { index: number; count: number }): string {
  // The file's id in the address makes a new picture a new address for caches.
  if (recording.posterId) return `/media/recordings/${recording.id}/poster?v=${recording.posterId.slice(0, 8)}`;
  return seriesPlateUrl(recording.collection === "birth" ? "birth" : "sleep", crop, recording.id, place);
}
