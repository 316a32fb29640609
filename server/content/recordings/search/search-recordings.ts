import { mediaFiles, recordingCaptions } from "@db/schema";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "../../../core/context";
import { containsPattern } from "../../../core/pagination";
import { readText } from "../../../platform/media/read-text";
import { kinds } from "../../../selling/products/kinds";
import { readCues } from "../../../platform/media/cues";
import { listShelves } from "../list-recordings";
import type { FoundRecording, recordingSearch, SpokenPlace } from "../schemas";
import { spokenPlace } from "./spoken-place";

/** The most transcripts that one search reads. */
const mostRead = 40;

/**
 * Finds recordings by their titles and descriptions, and those that may be watched by what is said in them. Looks in one
 * collection as its page shows it, or in all that the member may watch.
 */
export async function searchRecordings(
  ctx: Context,
  { search, collection: slug }: z.infer<typeof recordingSearch>,
): Promise<FoundRecording[]> {
  if (search === "") return [];
  const searched = await listSearched(ctx, slug);
  const isNamed = ({ title, description }: FoundRecording) =>
    `${title}\n${description}`.toLowerCase().includes(search.toLowerCase());
  const others = searched.filter((recording) => recording.isWatchable && !isNamed(recording));
  const places = await findSpoken(
    ctx,
    others.map(({ id }) => id),
    search,
  );
  return searched.flatMap((recording) => {
    const place = places.get(recording.id) ?? null;
    return place || isNamed(recording) ? { ...recording, place } : [];
  });
}

async function listSearched(ctx: Context, slug: string | undefined): Promise<FoundRecording[]> {
  const shelves = await listShelves(ctx);
  return shelves.flatMap(({ collection, isOwned, recordings }) => {
    const isShown = collection.isOn || isOwned || ctx.user?.role === "admin";
    if (!isShown || (slug !== undefined && collection.slug !== slug)) return [];
    const path = kinds.collection.pathOf(collection);
    return recordings
      .filter(({ isWatchable }) => slug !== undefined || isWatchable)
      .map(({ watchedAt: _, ...recording }) => ({ ...recording, path: `${path}/${recording.id}`, place: null }));
  });
}

/** Returns where words are said, by recording. The caller knows that these may be watched. */
async function findSpoken(ctx: Context, ids: string[], search: string): Promise<Map<string, SpokenPlace>> {
  const places = new Map<string, SpokenPlace>();
  if (ids.length === 0) return places;
  // Two words may be said in two lines.
  const pattern = containsPattern(search).replace(/\s+/g, "%");
  const captions = await ctx.db
    .select({ id: recordingCaptions.recordingId, storageKey: mediaFiles.storageKey })
    .from(recordingCaptions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, recordingCaptions.fileId))
    .where(and(inArray(recordingCaptions.recordingId, ids), sql`${recordingCaptions.spoken} ilike ${pattern}`))
    .orderBy(asc(recordingCaptions.recordingId), asc(recordingCaptions.language))
    .limit(mostRead);
  const read = await Promise.all(
    captions.map(async ({ id, storageKey }) => ({ id, place: await placeIn(ctx, storageKey, search) })),
  );
  for (const { id, place } of read) if (place && !places.has(id)) places.set(id, place);
  return places;
}

async function placeIn(ctx: Context, storageKey: string, search: string): Promise<SpokenPlace | null> {
  try {
    const read = readCues(await readText(ctx, { storageKey }));
    return "cues" in read ? spokenPlace(read.cues, search) : null;
  } catch (error) {
    ctx.log.warn({ err: error }, "captions can't be read");
    return null;
  }
}
