import { mediaFiles, recordingCaptions, type recordings, recordingVersions } from "@db/schema";
import { eq, inArray } from "drizzle-orm";
import type { Queryable } from "@db/client";
import type { Context } from "../../core/context";
import { artworkOf } from "./artwork";
import { chaptersOf } from "./chapters";
import type { CaptionsTrack, Player, Transcript } from "./schemas";
import { readTranscript } from "./transcript";

type Recording = typeof recordings.$inferSelect & { pictureId: string | null };
type StartOptions = { startSeconds: number; language: string | undefined };

/** Returns what a page needs to play a recording to someone who may. */
export async function readPlayer(
  ctx: Context,
  recording: Recording,
  { startSeconds, language }: StartOptions,
): Promise<Player> {
  const { id, durationSeconds, isDownloadable } = recording;
  const [versions, captions] = await Promise.all([readVersionNames(ctx.db, [id]), readCaptions(ctx.db, id)]);
  const sound = soundOf(recording, versions);
  return {
    video: videoOf(recording, versions),
    sound,
    captions: captions.map(({ storageKey: _, ...track }) => track),
    transcript: await transcriptIn(ctx, captions, language),
    chapters: chaptersOf(recording.chapters),
    download: sound && isDownloadable ? `${sound}?download` : null,
    artwork: artworkOf(recording),
    durationSeconds,
    startSeconds,
  };
}

type VersionNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the names of the versions that have been prepared, by recording. */
export async function readVersionNames(db: Queryable, ids: string[]): Promise<VersionNames> {
  const rows = await db
    .select({ id: recordingVersions.recordingId, name: recordingVersions.name })
    .from(recordingVersions)
    .where(inArray(recordingVersions.recordingId, ids));
  return new Map(ids.map((id) => [id, new Set(rows.filter((row) => row.id === id).map(({ name }) => name))]));
}

const mediaPath = (id: string, part: string): string => `/media/recordings/${id}/${part}`;

function videoOf({ id, videoId, videoUrl }: Recording, versions: VersionNames): Player["video"] {
  if (videoId === null && videoUrl === null) return null;
  const hasSmall = versions.get(id)?.has("small");
  return { large: mediaPath(id, "video"), small: hasSmall ? mediaPath(id, "video-small") : null };
}

/** Returns the address of what is listened to; null where only the video has sound. */
export function soundOf({ id, soundId }: Pick<Recording, "id" | "soundId">, versions: VersionNames): string | null {
  return soundId !== null || versions.get(id)?.has("sound") ? mediaPath(id, "sound") : null;
}

type CaptionsFile = CaptionsTrack & { storageKey: string };

/** Returns the captions of a recording, English first. */
async function readCaptions(db: Queryable, id: string): Promise<CaptionsFile[]> {
  const rows = await db
    .select({ language: recordingCaptions.language, storageKey: mediaFiles.storageKey })
    .from(recordingCaptions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, recordingCaptions.fileId))
    .where(eq(recordingCaptions.recordingId, id))
    .orderBy(recordingCaptions.language);
  const tracks = rows.map((row) => ({
    ...row,
    label: nameOf(row.language),
    src: mediaPath(id, `captions/${row.language}`),
  }));
  return tracks.toSorted((a, b) => Number(b.language === "en") - Number(a.language === "en"));
}

/** Returns a language's own name for itself, such as "Italiano". */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

async function transcriptIn(
  ctx: Context,
  captions: CaptionsFile[],
  wanted: string | undefined,
): Promise<Transcript | null> {
  const chosen = captions.find(({ language }) => language === wanted) ?? captions[0];
  if (!chosen) return null;
  const { language, label, storageKey } = chosen;
  const cues = await readTranscript(ctx, storageKey);
  return cues && { language, label, cues };
}
