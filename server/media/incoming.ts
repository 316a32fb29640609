import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { FileConfigstore } from "@tus/file-store";
import type { Settings } from "../core/env";
import { isMediaKind, type MediaKind } from "./media-kinds";

type Place = Pick<Settings, "dataDir">;

/** What is said of an upload when it begins. */
export type Announced = { kind: MediaKind; originalName: string };

/** Where uploads grow, on this machine whatever the storage is: what was acknowledged is on the disk. */
export const incomingFolder = ({ dataDir }: Place): string => path.resolve(dataDir, "uploads");

/** The file that an upload grows in. The id must be one that this server gave. */
export const incomingFile = (place: Place, id: string): string => path.join(incomingFolder(place), id);

export async function prepareIncoming(place: Place): Promise<void> {
  await mkdir(incomingFolder(place), { recursive: true, mode: 0o700 });
}

/** What was announced of a resumable upload that has arrived whole; null when there is none. */
export async function findWholeUpload(place: Place, id: string): Promise<Announced | null> {
  const upload = await new FileConfigstore(incomingFolder(place)).get(id);
  const file = await stat(incomingFile(place, id)).catch(() => null);
  return upload && file?.size === upload.size ? announcedBy(upload.metadata) : null;
}

/** What an upload's metadata announces; null when they name no kind of file that we keep. */
export function announcedBy(metadata: Record<string, string | null> | undefined): Announced | null {
  const { kind, filename } = metadata ?? {};
  return isMediaKind(kind) ? { kind, originalName: filename || "file" } : null;
}

/** Removes an upload, whatever is there of it: its bytes, what was announced of it, rewritten captions. */
export async function removeIncoming(place: Place, id: string): Promise<void> {
  const file = incomingFile(place, id);
  await Promise.all([file, `${file}.json`, `${file}.vtt`].map((part) => rm(part, { force: true })));
}

/** Removes the uploads that nothing was added to since then. Answers how many. */
export async function sweepIncoming(place: Place, before: Date): Promise<number> {
  const names = await readdir(incomingFolder(place)).catch(() => []);
  const ids = [...new Set(names.map((name) => name.replace(/\..*$/, "")))];
  const due: string[] = [];
  for (const id of ids) {
    const file = await stat(incomingFile(place, id)).catch(() => null);
    if (!file || file.mtime < before) due.push(id);
  }
  for (const id of due) await removeIncoming(place, id);
  return due.length;
}
