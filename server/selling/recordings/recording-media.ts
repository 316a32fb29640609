import type { Queryable } from "@db/client";
import { mediaFiles, recordingCaptions, recordings, recordingVersions } from "@db/schema";
import { and, eq, sql, type SQL } from "drizzle-orm";
import { outsideAddress } from "../../core/addresses";
import { DomainError } from "../../core/errors";
import type { MediaFile } from "../../platform/media/media-kinds";
import type { VersionName } from "../../catalogue/preparing/versions";
import { pictureId } from "./picture";
import { type Access, readAccess, type Viewer } from "./access";

/** What an address of a recording names; of "captions", `language` says which. */
const recordingParts = ["video", "video-small", "sound", "poster", "captions"] as const;
export type RecordingPart = (typeof recordingParts)[number];

export const isRecordingPart = (text: string): text is RecordingPart => recordingParts.some((part) => part === text);

type MediaRef = { id: string; part: RecordingPart; language?: string | undefined; isDownload?: boolean };

/** `fileName` is that of a download. */
type RecordingMedia = { file: MediaFile; fileName: string } | { address: string };

/**
 * Returns a recording's file: the version that was made for the part, or what was uploaded. Posters are public; all else
 * needs access. Throws not_found, unauthenticated, forbidden.
 */
export async function getRecordingMedia(
  reading: Parameters<typeof readAccess>[0],
  watcher: Viewer,
  { part, isDownload = false, ...ref }: MediaRef,
): Promise<RecordingMedia> {
  const [found] = await reading.db
    .select({ recording: recordings, file: mediaFiles })
    .from(recordings)
    .leftJoin(mediaFiles, eq(mediaFiles.id, fileIdOf(reading.db, part, ref.language)))
    .where(eq(recordings.id, ref.id));
  if (!found) throw new DomainError("not_found", "Recording Not Found");
  const { recording, file } = found;
  if (part !== "poster") requireOpen(watcher, await readAccess(reading, watcher, recording));
  if (isDownload && !recording.isDownloadable) {
    throw new DomainError("forbidden", "This recording can be listened to here, but not downloaded.");
  }
  if (file) return { file, fileName: fileNameOf(recording, file) };
  const address = part === "video" && outsideAddress(recording.videoUrl, ["https:"]);
  if (address) return { address };
  throw new DomainError("not_found", "Not found");
}

/** Chooses in the statement that reads the recording, because players ask for many parts of a file. */
function fileIdOf(db: Queryable, part: RecordingPart, language = ""): SQL {
  const version = (name: VersionName) =>
    db
      .select({ id: recordingVersions.fileId })
      .from(recordingVersions)
      .where(and(eq(recordingVersions.recordingId, recordings.id), eq(recordingVersions.name, name)));
  const captions = db
    .select({ id: recordingCaptions.fileId })
    .from(recordingCaptions)
    .where(and(eq(recordingCaptions.recordingId, recordings.id), eq(recordingCaptions.language, language)));
  const choices = {
    video: sql`coalesce(${version("large")}, ${recordings.videoId})`,
    "video-small": sql`${version("small")}`,
    sound: sql`coalesce(${version("sound")}, ${recordings.soundId})`,
    poster: pictureId,
    captions: sql`${captions}`,
  } satisfies Record<RecordingPart, SQL>;
  return choices[part];
}

/** Names the download after the recording. */
const fileNameOf = ({ title }: { title: string }, { storageKey }: MediaFile): string =>
  `${title.replace(/[/\\]+/g, "-")}${storageKey.slice(storageKey.lastIndexOf("."))}`;

function requireOpen(watcher: Viewer, { isOpen, isBought, opens }: Access): void {
  if (isOpen) return;
  if (!watcher) throw new DomainError("unauthenticated", "Please sign in to watch this recording.");
  if (isBought) throw new DomainError("forbidden", `This recording is not open yet. ${opens ?? ""}`.trim());
  throw new DomainError("forbidden", "This recording belongs to a collection that you do not have.");
}
