import type { Queryable } from "@db/client";
import { mediaFiles, recordingCaptions, recordings } from "@db/schema";
import { asc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Context } from "../../../core/context";
import { versionOf } from "../../../core/forms";
import { findFfmpeg } from "../../../platform/media/find-ffmpeg";
import { describeFile } from "../../../platform/media/media-files";
import { inputValueOf } from "../../../platform/money/convert-price";
import { type Collection, priceOf, requireCollection } from "../../../catalogue/products/catalogue";
import { officePagesOf } from "../../../catalogue/products/office-pages";
import { readPreparations } from "../../../catalogue/preparing/preparations";
import { languageName } from "./caption-languages";
import { typedSeconds } from "./clock-times";
import { openingInWords } from "./opening";
import { inOrder } from "./order";
import type { Library, LibraryItem } from "./schemas";

export async function listLibrary(
  { db, settings }: Pick<Context, "db" | "settings">,
  { collection: slug }: { collection: string },
): Promise<Library> {
  const collection = await requireCollection(db, slug);
  const price = priceOf(collection);
  const { amountMinor, currency } = price;
  return {
    ...libraryFacts(collection),
    recordings: await listItems(db, collection.id),
    hasFfmpeg: (await findFfmpeg(settings)) !== null,
    price: { typed: collection.isPriced ? inputValueOf(amountMinor) : "", currency, version: versionOf(price) },
  };
}

/** Returns what each page of a collection's library says of it. */
function libraryFacts(collection: Collection) {
  const { head, library } = officePagesOf(collection);
  const asksForPosition = collection.words?.asksForPosition ?? false;
  return { collection: collection.slug, title: head, path: library.path, asksForPosition };
}

const sounds = alias(mediaFiles, "sounds");

async function listItems(db: Queryable, productId: string): Promise<LibraryItem[]> {
  const rows = await db
    .select({ recording: recordings, video: mediaFiles, sound: sounds })
    .from(recordings)
    .leftJoin(mediaFiles, eq(mediaFiles.id, recordings.videoId))
    .leftJoin(sounds, eq(sounds.id, recordings.soundId))
    .where(eq(recordings.productId, productId))
    .orderBy(...inOrder);
  const ids = rows.map(({ recording }) => recording.id);
  const [captions, preparations] = [await captionNames(db, ids), await readPreparations(db, ids)];
  return rows.map(({ recording, video, sound }, position) => {
    const { id, title, isFree, videoUrl } = recording;
    return {
      id,
      position,
      title,
      isFree,
      hasPoster: recording.posterId !== null,
      description: recording.description ?? "",
      length: typedSeconds(recording.durationSeconds),
      video: video ? { file: describeFile(video) } : videoUrl === null ? null : { host: new URL(videoUrl).host },
      sound: sound && describeFile(sound),
      captions: captions.get(id) ?? [],
      opens: isFree ? null : openingInWords(recording),
      preparation: preparations.get(id) ?? null,
    };
  });
}

async function captionNames(db: Queryable, ids: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .select({ id: recordingCaptions.recordingId, language: recordingCaptions.language })
    .from(recordingCaptions)
    .where(inArray(recordingCaptions.recordingId, ids))
    .orderBy(asc(recordingCaptions.language));
  for (const { id, language } of rows) found.set(id, [...(found.get(id) ?? []), languageName(language)]);
  return found;
}
