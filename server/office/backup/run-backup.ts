import { randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { desc, eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { StartError } from "@db/errors";
import { backupRuns } from "@db/schema";
import type { Settings } from "../../core/env";
import type { Services } from "../../core/services";
import type { BackupBucket } from "./bucket";
import { type BackupSource, writeBackup, type WrittenBackup } from "./write-backup";

export type BackupServices = BackupSource & Pick<Services, "log"> & { db: Database };

type MadeBackup = WrittenBackup & { place: string; fileName: string; isEncrypted: boolean; isSameDisk: boolean };

const backupName = /^breathroom-\d{4}-\d\d-\d\dT\d{6}Z\.tar(\.age)?$/;

export const isBackupName = (name: string): boolean => backupName.test(name);

/** Writes a backup into the folder of backups, copies it to the bucket, and removes the oldest of each. */
export async function makeBackup(services: BackupServices, bucket?: BackupBucket): Promise<MadeBackup> {
  const { backup } = services.settings;
  const startedAt = services.clock.now();
  const isEncrypted = backup.passphrase !== undefined;
  const fileName = nameAt(startedAt, isEncrypted);
  const place = path.resolve(backup.folder, fileName);
  const isSameDisk = bucket === undefined && (await sharesDisk(services.settings));
  const run = { task: "backup" as const, fileName, startedAt, isEncrypted, isSameDisk };
  const kept = bucket ? ("bucket" as const) : ("folder" as const);
  try {
    await prepareFolder(backup.folder);
    const written = await writeBackup(services, place);
    if (bucket) await bucket.send(fileName, place);
    const missingFiles = written.manifest.files.filter(({ state }) => state === "missing").length;
    await record(services, { ...run, place: kept, bytes: written.bytes, missingFiles });
    await removeOld(services, bucket);
    return { ...written, place, fileName, isEncrypted, isSameDisk };
  } catch (error) {
    await record(services, { ...run, place: kept, error: reasonOf(error) });
    throw error;
  }
}

const nameAt = (instant: Date, isEncrypted: boolean): string => {
  const time = instant
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
  return `breathroom-${time}.tar${isEncrypted ? ".age" : ""}`;
};

async function prepareFolder(folder: string): Promise<void> {
  try {
    const isNew = await mkdir(folder, { recursive: true });
    if (isNew) await chmod(folder, 0o700);
  } catch (cause) {
    throw new StartError(`BACKUP_DIR ${folder} can't be used: ${(cause as Error).message}`, { cause });
  }
}

/** Returns whether losing the disk of the data would lose the backups too. */
async function sharesDisk({ backup, dataDir, databaseUrl, s3 }: Settings): Promise<boolean> {
  if (databaseUrl !== undefined && s3) return false;
  const [data, backups] = await Promise.all([dataDir, backup.folder].map(deviceOf));
  return data === backups;
}

/** Returns the device of the nearest folder that exists. */
async function deviceOf(folder: string): Promise<number> {
  const found = await stat(folder).catch(() => undefined);
  return found ? found.dev : deviceOf(path.dirname(path.resolve(folder)));
}

type Run = Omit<typeof backupRuns.$inferInsert, "finishedAt">;

export async function record({ db, clock }: Pick<BackupServices, "db" | "clock">, run: Run): Promise<void> {
  await db.insert(backupRuns).values({ ...run, id: randomUUID(), finishedAt: clock.now() });
}

export const reasonOf = (error: unknown): string => {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return line.slice(0, 300);
};

/** Names contain the time, so their order is that of the backups. */
async function removeOld({ settings, log }: BackupServices, bucket: BackupBucket | undefined): Promise<void> {
  const { folder, keep } = settings.backup;
  // With a bucket, the folder keeps the newest one only.
  for (const name of surplus(await readdir(folder), bucket ? 1 : keep))
    await rm(path.join(folder, name), { force: true });
  if (!bucket) return;
  for (const name of surplus(await bucket.list(), keep)) {
    await bucket.remove(name).catch((error: unknown) => log.warn({ err: error }, "an old backup could not be removed"));
  }
}

/** Returns the names of all backups but the newest `keep`. */
const surplus = (found: string[], keep: number): string[] =>
  found.filter(isBackupName).toSorted().toReversed().slice(keep);

export async function listRuns(db: Database, limit: number) {
  return db.select().from(backupRuns).orderBy(desc(backupRuns.finishedAt)).limit(limit);
}

export async function readLastRun(db: Database, task: "backup" | "restore_test") {
  const newest = db.select().from(backupRuns).where(eq(backupRuns.task, task)).orderBy(desc(backupRuns.finishedAt));
  const [run] = await newest.limit(1);
  return run ?? null;
}
