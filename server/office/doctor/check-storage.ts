import { randomBytes, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FileChunks, Storage } from "../../core/services";
import { incomingFolder, prepareIncoming } from "../../platform/media/incoming";
import { fault, fine, type Finding, reasonOf, type Site } from "./finding";

const name = "File storage";

/** Writes a small file, reads it whole and in part, and deletes it. */
export async function checkStorage({ settings, storage }: Site): Promise<Finding[]> {
  const where = settings.s3 ? `S3 bucket ${settings.s3.bucket}` : "this machine’s disk";
  const todo = settings.s3
    ? "Check the S3_… settings, and that the key may read, write and delete in the bucket."
    : "Check that this user may write to DATA_DIR and that the disk is not full.";
  try {
    // The start makes it, but the doctor may come first.
    await prepareIncoming(settings);
    const wrong = await tryStorage(storage, incomingFolder(settings));
    return [
      wrong ? fault(name, `${where}: ${wrong}`, todo) : fine(name, `${where}: writes, reads, reads parts, deletes`),
    ];
  } catch (error) {
    return [fault(name, `${where}: ${reasonOf(error)}`, todo)];
  }
}

const sampleBytes = 4096;
const part = { start: 1000, end: 1999 };

async function tryStorage(storage: Storage, folder: string): Promise<string | null> {
  const id = randomUUID();
  const key = `check/${id}.bin`;
  const draft = path.join(folder, `check-${id}`);
  const sample = randomBytes(sampleBytes);
  await writeFile(draft, sample, { mode: 0o600 });
  try {
    await storage.save(key, draft);
    if (!sample.equals(await bytesOf(await storage.read(key)))) return "what is read differs from what was written";
    const wanted = sample.subarray(part.start, part.end + 1);
    if (!wanted.equals(await bytesOf(await storage.read(key, part)))) return "reading a part of a file fails";
  } finally {
    await Promise.all([rm(draft, { force: true }), storage.remove(key)]);
  }
  return (await storage.stat(key)) === null ? null : "a deleted file is still there";
}

async function bytesOf(chunks: FileChunks): Promise<Buffer> {
  const kept: Buffer[] = [];
  // A chunk's memory is used again.
  for await (const chunk of chunks) kept.push(Buffer.from(chunk));
  return Buffer.concat(kept);
}
