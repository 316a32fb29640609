import { playbackProgress, recordings } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import { type PlateCrop, seriesPlateUrl } from "../artwork/plate";
import { type CollectionName, collectionName } from "../core/items";
import type { Context } from "../core/context";
import { readSiteSettings } from "../core/site-settings";
import { isWatchable, ownedCollections, type Viewer } from "./access";
import { progressOf } from "./positions";
import type { ListedRecording } from "./schemas";

type Listed = ListedRecording & { watchedAt: Date | null };
type Shelf = { collection: CollectionName; recordings: Listed[]; isOwned: boolean; isOn: boolean };

type Asking = Pick<Context, "db" | "user" | "settings" | "settingsMemo">;

export async function listRecordings(ctx: Asking, collection: CollectionName): Promise<Shelf> {
  const found = await findRecordings(ctx, [collection]);
  return shelfOf(collection, ctx.user, found);
}

/** Lists all collections with as many statements as one. */
export async function listShelves(ctx: Asking): Promise<Shelf[]> {
  const found = await findRecordings(ctx, collectionName.options);
  return collectionName.options.map((collection) => shelfOf(collection, ctx.user, found));
}

type Found = Awaited<ReturnType<typeof findRecordings>>;

async function findRecordings(ctx: Asking, wanted: readonly CollectionName[]) {
  const { db, user: watcher } = ctx;
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
  const [{ collections: settings }, rows, owned] = await Promise.all([
    readSiteSettings(ctx),
    listed,
    watcher ? ownedCollections(db, watcher.id) : new Set<CollectionName>(),
  ]);
  return { settings, rows, owned };
}

function shelfOf(collection: CollectionName, watcher: Viewer, { settings, rows: all, owned }: Found): Shelf {
  const { isOn } = settings[collection];
  const rows = all.filter(({ recording }) => recording.collection === collection);
  const listed = rows.map(({ recording, progress }, index) => {
    const isOpen = isWatchable(watcher, { ...recording, isFree: recording.isFree && isOn }, owned);
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
  return { collection, recordings: listed, isOwned: owned.has(collection), isOn };
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
