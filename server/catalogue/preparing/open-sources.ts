import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mediaFiles } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import type { Ffmpeg } from "../../platform/media/find-ffmpeg";
import type { MediaFile } from "../../platform/media/media-kinds";
import { FileMissingError } from "../../platform/media/storage-key";
import type { OpenSource } from "./facts";
import type { OpenSources } from "./make-versions";
import { demuxerOf, probe } from "./probe";
import type { RecordingSources } from "./sources";
import { requireRoom } from "./temporary-folder";

type Opening = { programs: Ffmpeg; folder: string; signal: AbortSignal };

/** Finds the files of a recording, copies those of a bucket into the folder, and probes them. Throws invalid, storage_full. */
export async function openSources(
  services: Services,
  { videoId, soundId }: RecordingSources,
  opening: Opening,
): Promise<OpenSources> {
  return {
    video: videoId === null ? null : await openSource(services, { id: videoId, kind: "video" }, opening),
    sound: soundId === null ? null : await openSource(services, { id: soundId, kind: "sound" }, opening),
  };
}

type SourceRef = { id: string; kind: "video" | "sound" };

async function openSource(
  services: Services,
  { id, kind }: SourceRef,
  { programs, folder, signal }: Opening,
): Promise<OpenSource> {
  const [file] = await services.db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), isNull(mediaFiles.deletedAt)));
  if (!file) throw gone();
  const demuxer = demuxerOf(file.contentType);
  const place = await localCopyOf(services, file, { folder, signal });
  return { path: place, demuxer, facts: await probe(programs, { path: place, demuxer }, { kind, signal }) };
}

const gone = (cause?: unknown) =>
  new DomainError("invalid", "The uploaded file is no longer there. Please upload it again.", { cause });

type Copying = Pick<Opening, "folder" | "signal">;

/** Returns the path of the stored file itself, or of a copy where it is elsewhere. */
async function localCopyOf({ storage }: Services, file: MediaFile, { folder, signal }: Copying): Promise<string> {
  const { storageKey } = file;
  if (!(await storage.stat(storageKey))) throw gone();
  const own = storage.pathOf?.(storageKey);
  if (own !== undefined) return own;
  await requireRoom(folder, file.bytes);
  const copy = path.join(folder, `source-${file.id}`);
  try {
    await pipeline(
      Readable.from(ownChunks(await storage.read(storageKey, undefined, signal))),
      createWriteStream(copy),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof FileMissingError ? gone(error) : error;
  }
  return copy;
}

/** A chunk's memory is used again, and the stream may still hold it. */
async function* ownChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
