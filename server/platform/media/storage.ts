import { randomUUID } from "node:crypto";
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Settings } from "../../core/env";
import type { ByteRange, Storage } from "../../core/services";
import { incomingFolder, preparingFolder } from "./incoming";
import { createS3Storage } from "./s3-storage";
import { checkedKey, FileMissingError } from "./storage-key";

export async function openStorage({ s3, dataDir }: Settings): Promise<Storage> {
  return s3 ? createS3Storage(s3) : createDiskStorage(dataDir);
}

export function createDiskStorage(dataDir: string): Storage {
  const root = path.resolve(dataDir, "media");
  const finished = [incomingFolder, preparingFolder].map((folderOf) => folderOf({ dataDir }) + path.sep);
  const placeOf = (key: string) => path.join(root, checkedKey(key));
  return {
    async stat(key) {
      const found = await stat(placeOf(key)).catch(nullIfNotThere);
      return found && { bytes: found.size };
    },

    async read(key, range) {
      const file = await openOr(placeOf(key), (cause) => new FileMissingError(key, { cause }));
      return fileChunks(file, range);
    },

    async save(key, source) {
      const place = placeOf(key);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      // Only files that nothing changes any more are linked: a linked source and its copy would change together.
      const isFinished = finished.some((folder) => path.resolve(source).startsWith(folder));
      await (isFinished ? linkOrCopy(source, place) : copy(source, place));
    },

    async remove(key) {
      await rm(placeOf(key), { force: true });
    },

    pathOf: placeOf,
  };
}

/** Linking costs nothing; falls back to a copy on other disks and file systems without links. */
async function linkOrCopy(source: string, place: string): Promise<void> {
  try {
    await link(source, place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code === "ENOENT") throw error;
    await copy(source, place);
  }
}

/** Copies a file and renames it once it is complete, so that no part of one is seen. */
async function copy(source: string, place: string): Promise<void> {
  const draft = `${place}.${randomUUID()}`;
  try {
    await copyFile(source, draft);
    await rename(draft, place);
  } finally {
    await rm(draft, { force: true });
  }
}

async function openOr(place: string, notThere: (cause: unknown) => Error): Promise<FileHandle> {
  try {
    return await open(place, "r");
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? notThere(error) : error;
  }
}

function nullIfNotThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Larger chunks cost less CPU time, but each slow client occupies one. */
const chunkBytes = 512 * 1024;

/** Buffers of finished files: a process with a grown heap is three times slower with a new buffer for each chunk. */
const spare: Buffer[] = [];
const maxSpare = 32;

/**
 * Reads a file, or `range` of it, through one buffer and closes it. A chunk is valid until the next one is requested.
 * Throws an Error if the file ends within `range`.
 */
async function* fileChunks(file: FileHandle, range?: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  const end = range ? range.end + 1 : Infinity;
  let isComplete = false;
  try {
    for (let position = range?.start ?? 0; position < end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - position), position);
      if (bytesRead === 0 && range) throw new Error(`The file ends at byte ${position} instead of ${end}`);
      if (bytesRead === 0) break;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    isComplete = true;
  } finally {
    await file.close();
    // After an interruption, the operating system may still be sending from the buffer.
    if (isComplete && spare.length < maxSpare) spare.push(buffer);
  }
}
