import { recordings } from "@db/schema";
import { asc } from "drizzle-orm";
import { type PlateCrop, plateCategory, seriesPlateUrl } from "../../platform/artwork/plate";
import type { Context } from "../../core/context";
import { keepContent } from "../../core/kept-content";
import { type Collection, readCollections } from "../../catalogue/products/catalogue";
import { accessTo, viewingOf } from "./access";
import { durationOf, type SeriesLength, seriesLength } from "./durations";
import { nothingOwned, readOwnedAndWatched } from "./owned-and-watched";
import { recordingColumns } from "./picture";
import { progressOf } from "./positions";
import type { ListedRecording } from "./schemas";

type DatedRecording = ListedRecording & { watchedAt: Date | null };
type Shelf = {
  collection: Collection;
  recordings: DatedRecording[];
  isOwned: boolean;
  /** Whether only a membership opens it, for as long as it grants it. */
  byMembership: boolean;
  /** When access begins that the member has bought and waits for. */
  opensAt: Date | null;
  length: SeriesLength;
  /** A collection that is switched off, empty or free of charge is not sold. */
  isForSale: boolean;
};

type LibraryContext = Pick<Context, "db" | "user" | "clock" | "settings">;

export async function listRecordings(ctx: LibraryContext, collection: Collection): Promise<Shelf> {
  return shelfOf(collection, await findRecordings(ctx));
}

/** Lists all collections with as many statements as one. */
export async function listShelves(ctx: LibraryContext): Promise<Shelf[]> {
  const [collections, found] = await Promise.all([readCollections(ctx.db), findRecordings(ctx)]);
  return collections.map((collection) => shelfOf(collection, found));
}

type FoundRecordings = Awaited<ReturnType<typeof findRecordings>>;

async function findRecordings(ctx: LibraryContext) {
  const { db, user: watcher } = ctx;
  const [rows, { bought, progress }] = await Promise.all([
    readRecordings(db),
    watcher ? readOwnedAndWatched(db, watcher.id, ctx.clock.now()) : nothingOwned,
  ]);
  return { rows, progress, viewing: viewingOf(ctx, watcher, bought) };
}

/** The same for everyone; what a member has of them is read for each request. */
const readRecordings = keepContent(async (db) =>
  db
    .select(recordingColumns)
    .from(recordings)
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id)),
);

function shelfOf(collection: Collection, { rows: all, progress: watched, viewing }: FoundRecordings): Shelf {
  const { id: productId, isOn } = collection;
  const rows = all.filter((recording) => recording.productId === productId);
  const listed = rows.map((recording, index) => {
    const progress = watched.get(recording.id);
    const { isOpen, isBought, opens } = accessTo(viewing, recording, { isOn });
    return {
      id: recording.id,
      number: index + 1,
      title: recording.title,
      description: recording.description ?? "",
      image: posterUrl(recording, collection, "card", { index, count: rows.length }),
      badge: badgeOf(recording, { isOpen, isBought }),
      isWatchable: isOpen,
      isHeardOnly: isHeardOnly(recording),
      opens,
      duration: durationOf(recording.durationSeconds)?.text ?? null,
      progress: isOpen ? progressOf(progress, recording.durationSeconds) : null,
      watchedAt: progress?.updatedAt ?? null,
    };
  });
  const isForSale = isOn && rows.some(({ isFree }) => !isFree);
  const own = viewing.bought.get(productId);
  return {
    collection,
    isForSale,
    recordings: listed,
    isOwned: own?.isWaiting === false,
    byMembership: own?.byMembership === true,
    opensAt: own?.isWaiting ? own.begins : null,
    length: seriesLength(rows),
  };
}

export const isHeardOnly = ({ videoId, videoUrl }: Pick<typeof recordings.$inferSelect, "videoId" | "videoUrl">) =>
  videoId === null && videoUrl === null;

type BadgeFacts = { isOpen: boolean; isBought: boolean };

function badgeOf({ isFree }: { isFree: boolean }, { isOpen, isBought }: BadgeFacts): ListedRecording["badge"] {
  if (isFree) return "Free";
  if (isOpen) return "Unlocked";
  return isBought ? "Opens later" : "Premium";
}

type PosterRef = { id: string; pictureId: string | null };

export function posterUrl(
  recording: PosterRef,
  { plate }: Pick<Collection, "plate">,
  crop: PlateCrop,
  place: { index: number; count: number },
): string {
  // The file's id in the address makes a new picture a new address for caches.
  if (recording.pictureId) return `/media/recordings/${recording.id}/poster?v=${recording.pictureId.slice(0, 8)}`;
  return seriesPlateUrl(plateCategory(plate), crop, recording.id, place);
}
