import { asc, eq } from "drizzle-orm";
import { mediaFiles, recordings } from "@db/schema";
import { versionOf } from "../../core/forms";
import { describeFile } from "../../media/media-files";
import { inputValueOf } from "../../money/convert-price";
import type { Context } from "../../core/context";
import { collectionPrice } from "../collection";
import type { CollectionName } from "../../core/collections";
import type { Library, LibraryItem } from "./schemas";

export async function listLibrary(
  { db }: Pick<Context, "db">,
  { collection }: { collection: CollectionName },
): Promise<Library> {
  const rows = await db
    .select({ recording: recordings, video: mediaFiles })
    .from(recordings)
    .leftJoin(mediaFiles, eq(mediaFiles.id, recordings.videoId))
    .where(eq(recordings.collection, collection))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  const price = await collectionPrice(db, collection);
  const { amountMinor, currency } = price;
  const items = rows.map(({ recording, video }, place): LibraryItem => {
    const { id, title, isFree, posterId, captionsId, videoUrl } = recording;
    return {
      ...{ id, place, title, isFree, hasPoster: posterId !== null, hasCaptions: captionsId !== null },
      description: recording.description ?? "",
      video: video ? { file: describeFile(video) } : { host: hostOf(videoUrl) },
    };
  });
  return {
    collection,
    recordings: items,
    price: { typed: inputValueOf(amountMinor), currency, version: versionOf(price) },
  };
}

function hostOf(videoUrl: string | null): string {
  if (videoUrl === null) throw new Error("the recording has no video");
  return new URL(videoUrl).host;
}
