import type { Queryable, Transaction } from "@db/client";
import { mediaFiles, recordingVersions, type versionNames } from "@db/schema";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { discardFiles } from "../../platform/media/media-files";
import type { MediaFile } from "../../platform/media/media-kinds";

export type VersionName = (typeof versionNames)[number];

/** Returns what was made of a recording's files. */
export async function readVersions(
  db: Queryable,
  recordingId: string,
): Promise<Partial<Record<VersionName, MediaFile>>> {
  const rows = await db
    .select({ name: recordingVersions.name, file: mediaFiles })
    .from(recordingVersions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, recordingVersions.fileId))
    .where(and(eq(recordingVersions.recordingId, recordingId), isNull(mediaFiles.deletedAt)));
  return Object.fromEntries(rows.map(({ name, file }) => [name, file]));
}

/** Removes the versions in `gone` and adds files that are confirmed. */
export async function replaceVersions(
  tx: Transaction,
  now: Date,
  change: { recordingId: string; made: { name: VersionName; fileId: string }[]; gone: VersionName[] },
): Promise<void> {
  const { recordingId, made, gone } = change;
  await discardVersions(tx, now, recordingId, gone);
  if (made.length === 0) return;
  await tx.insert(recordingVersions).values(made.map((version) => ({ ...version, recordingId, createdAt: now })));
}

/** Removes versions of a recording, by default all; its original files are played then. */
export async function discardVersions(
  tx: Transaction,
  now: Date,
  recordingId: string,
  names?: VersionName[],
): Promise<void> {
  const isMeant = names === undefined ? undefined : inArray(recordingVersions.name, names);
  const gone = await tx
    .delete(recordingVersions)
    .where(and(eq(recordingVersions.recordingId, recordingId), isMeant))
    .returning({ fileId: recordingVersions.fileId });
  const ids = gone.map(({ fileId }) => fileId);
  if (ids.length > 0) await discardFiles(tx, now, ids);
}
