import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { mediaFiles, recordings } from "@db/schema";
import { DomainError } from "../core/errors";
import { canWatch, type Viewer } from "./access";
import type { MediaFile } from "../media/media-kinds";

const partColumns = { video: recordings.videoId, poster: recordings.posterId, captions: recordings.captionsId };
export type RecordingPart = keyof typeof partColumns;

export const isRecordingPart = (text: string): text is RecordingPart => text in partColumns;

type RecordingMedia = { file: MediaFile } | { address: string };

/** Posters are public; video and captions need access. Throws not_found, unauthenticated, forbidden. */
export async function getRecordingMedia(
  db: Queryable,
  watcher: Viewer,
  { id, part }: { id: string; part: RecordingPart },
): Promise<RecordingMedia> {
  const [found] = await db
    .select({ recording: recordings, file: mediaFiles })
    .from(recordings)
    .leftJoin(mediaFiles, eq(mediaFiles.id, partColumns[part]))
    .where(eq(recordings.id, id));
  if (!found) throw new DomainError("not_found", "Recording Not Found");
  const { recording, file } = found;
  if (part !== "poster" && !(await canWatch(db, watcher, recording))) throw refusalFor(watcher);
  if (file) return { file };
  if (part === "video" && recording.videoUrl) return { address: recording.videoUrl };
  throw new DomainError("not_found", "Not found");
}

const refusalFor = (watcher: Viewer) =>
  watcher
    ? new DomainError("forbidden", "This recording belongs to a collection that you do not have.")
    : new DomainError("unauthenticated", "Please sign in to watch this recording.");
