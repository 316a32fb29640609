import { mediaFiles, recordingCaptions } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "../../../core/context";
import { areWordsContained, plainText } from "../../../core/search";
import { kinds } from "../../../catalogue/products/kinds";
import { listShelves } from "../list-recordings";
import type { FoundRecording, recordingSearch, SpokenPlace } from "../schemas";
import { readTranscript } from "../transcript";
import type { Cue } from "../../../platform/media/cues";
import { clockTime } from "../positions";

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
    plainText(`${title}\n${description}`).includes(plainText(search));
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
  const captions = await ctx.db
    .select({ id: recordingCaptions.recordingId, storageKey: mediaFiles.storageKey })
    .from(recordingCaptions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, recordingCaptions.fileId))
    .where(and(inArray(recordingCaptions.recordingId, ids), areWordsContained(search, recordingCaptions.spoken)))
    .orderBy(asc(recordingCaptions.recordingId), asc(recordingCaptions.language))
    .limit(mostRead);
  // One after the other, so that other requests are answered between them.
  for (const { id, storageKey } of captions) {
    const cues = places.has(id) ? null : await readTranscript(ctx, storageKey);
    const place = cues && spokenPlace(cues, search);
    if (place) places.set(id, place);
  }
  return places;
}

const longestQuote = 160;

/** Returns where words are said first, also across two captions; null if they are not said in one piece. */
function spokenPlace(cues: Cue[], search: string): SpokenPlace | null {
  const words = plainText(search)
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const said = cues.map(({ text }) => text).join("\n");
  const { plain, places } = withPlaces(said);
  const match = new RegExp(words.join("\\s+"), "u").exec(plain);
  if (!match) return null;
  const found = { index: places[match.index] ?? 0 };
  const wordsEnd = places[match.index + match[0].length] ?? said.length;
  let start = 0;
  for (const cue of cues) {
    const end = start + cue.text.length;
    if (end >= found.index) {
      const seconds = Math.floor(cue.start);
      return { seconds, time: clockTime(seconds), quote: shorten(said.slice(start, Math.max(end, wordsEnd))) };
    }
    start = end + 1;
  }
  return null;
}

/** Returns a text as searches compare it, and where each of its letters stands in the text itself. */
function withPlaces(text: string): { plain: string; places: number[] } {
  const places: number[] = [];
  const parts: string[] = [];
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const part = /\s/.test(segment) ? segment : plainText(segment);
    parts.push(part);
    for (let letter = 0; letter < part.length; letter += 1) places.push(index);
  }
  return { plain: parts.join(""), places };
}

function shorten(said: string): string {
  const line = said.replace(/\s+/g, " ");
  return line.length > longestQuote ? `${line.slice(0, longestQuote).trimEnd()}…` : line;
}
