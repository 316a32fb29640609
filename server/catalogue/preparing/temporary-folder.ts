import { mkdir, readdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { preparingFolder } from "../../platform/media/incoming";

type Site = Pick<Services, "settings">;

/** Gives the work a folder of its own below DATA_DIR, which is removed afterwards. */
export async function inTemporaryFolder<Value>(
  { settings }: Site,
  name: string,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = path.join(preparingFolder(settings), name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed processes have left. Only while nothing is being prepared: it removes everything. */
export async function sweepTemporaryFolders({ settings }: Site): Promise<number> {
  const root = preparingFolder(settings);
  const names = await readdir(root).catch(() => []);
  for (const name of names) await rm(path.join(root, name), { recursive: true, force: true });
  return names.length;
}

const mb = 1024 * 1024;
/** Left for the database, uploads and everything else. */
const spareBytes = 64 * mb;

/** Throws storage_full, with the figures, if the disk has no room for so many bytes. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = bytes + spareBytes;
  if (free >= needed) return;
  throw new DomainError(
    "storage_full",
    `The server’s disk has no room: preparing this file needs about ${inMb(needed)} MB, and ${inMb(free)} MB are free. Please make room on it, then start again.`,
  );
}

const inMb = (bytes: number): string => Math.ceil(bytes / mb).toLocaleString("en");
