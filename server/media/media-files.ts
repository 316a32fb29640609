import type { Queryable, Transaction } from "@db/client";
import { liveSessions, mediaFiles, recordings } from "@db/schema";
import { and, eq, exists, inArray, isNull, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { inTransaction } from "../core/transaction";
import { enqueueJob } from "../jobs/enqueue-job";
import { sweepIncoming } from "./incoming";
import type { MediaFile, MediaKind } from "./media-kinds";

/** A file as the instructor's forms name it. */
export type DescribedFile = { id: string; name: string; size: string };

const bytesPerMb = 1024 * 1024;

/** "IMG_0001.MOV", "12.5 MB" */
export function describeFile({ id, originalName, bytes }: Pick<MediaFile, "id" | "originalName" | "bytes">) {
  const size = bytes < bytesPerMb ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / bytesPerMb).toFixed(1)} MB`;
  return { id, name: originalName, size } satisfies DescribedFile;
}

/** Those of the files that are there, by one query. */
export async function describeFiles(db: Queryable, ids: string[]): Promise<DescribedFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: mediaFiles.id, originalName: mediaFiles.originalName, bytes: mediaFiles.bytes })
    .from(mediaFiles)
    .where(and(inArray(mediaFiles.id, ids), isNull(mediaFiles.deletedAt)));
  return rows.map(describeFile);
}

/**
 * The file, locked so that it is not swept away while something begins to point at it: call it in the transaction that
 * does. Throws `invalid` when there is no such file of the kind.
 */
export async function requireFile(tx: Transaction, id: string, kind: MediaKind): Promise<MediaFile> {
  const [file] = await tx
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), eq(mediaFiles.kind, kind), isNull(mediaFiles.deletedAt)))
    .for("update");
  if (!file) throw new DomainError("invalid", "This upload is no longer there. Please choose the file again.");
  return file;
}

/**
 * A file that was uploaded and that nothing uses yet, locked for the caller: two forms can't both take it.
 * Throws `invalid` when there is no such file.
 */
export async function requireUnusedFile(tx: Transaction, id: string, kind: MediaKind): Promise<MediaFile> {
  const file = await requireFile(tx, id, kind);
  // Looked at once it is locked, in a statement that sees the changes of the previous holder of the lock.
  if ((await tx.$count(mediaFiles, and(eq(mediaFiles.id, id), isUnused(tx)))) > 0) return file;
  throw new DomainError("invalid", "This file is in use elsewhere. Please choose the file again.");
}

/** How long an upload may wait to be used. */
export const unusedAfterMs = 24 * 3_600_000;

/** Holds for the files that no recording and no session points at. */
function isUnused(db: Queryable): SQL {
  const pointsHere = or(
    eq(recordings.videoId, mediaFiles.id),
    eq(recordings.posterId, mediaFiles.id),
    eq(recordings.captionsId, mediaFiles.id),
  );
  // As media-address.ts writes it.
  const address = sql`'/media/images/' || split_part(${mediaFiles.storageKey}, '/', 2)`;
  const ofRecording = db.select({ id: recordings.id }).from(recordings).where(pointsHere);
  const ofSession = db.select({ id: liveSessions.id }).from(liveSessions).where(eq(liveSessions.thumbnailUrl, address));
  return sql`not (${exists(ofRecording)} or ${exists(ofSession)})`;
}

/**
 * Marks files as gone that nothing points at any more, and has a job remove them once the transaction has committed:
 * a file goes after the row that used it, never before. Files that something else uses stay. Call it after the row that
 * pointed at them is deleted or points elsewhere. Answers how many are to go.
 */
export async function discardFiles(tx: Transaction, now: Date, ids: (string | null)[]): Promise<number> {
  const given = ids.filter((id) => id !== null);
  // Locked first and looked at in a statement of its own, which sees whoever has begun to use one meanwhile.
  await tx
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(inArray(mediaFiles.id, given))
    .orderBy(mediaFiles.id)
    .for("update");
  const gone = await tx
    .update(mediaFiles)
    .set({ deletedAt: now })
    .where(and(inArray(mediaFiles.id, given), isNull(mediaFiles.deletedAt), isUnused(tx)))
    .returning({ id: mediaFiles.id });
  for (const { id } of gone) await enqueueJob(tx, "remove-file", { fileId: id });
  return gone.length;
}

/** Removes a file that is marked as gone, then its row: until the file is gone there is a row to find it by. */
export async function removeFile({ db, clock, storage }: Services, fileId: string): Promise<void> {
  const isGone = and(eq(mediaFiles.id, fileId), lte(mediaFiles.deletedAt, clock.now()), isUnused(db));
  const [file] = await db.select({ storageKey: mediaFiles.storageKey }).from(mediaFiles).where(isGone);
  if (!file) return;
  await storage.remove(file.storageKey);
  await db.delete(mediaFiles).where(isGone);
}

const mostAtOnce = 200;

/** Removes what uploads left behind for a day: those never finished, those never used, and what crashes left marked. */
export async function sweepMedia(services: Services): Promise<void> {
  const { db, clock, settings } = services;
  const now = clock.now();
  const due = new Date(now.getTime() - unusedAfterMs);
  await inTransaction({ db }, async (tx) => {
    const old = await tx
      .select({ id: mediaFiles.id })
      .from(mediaFiles)
      .where(and(isNull(mediaFiles.deletedAt), lt(mediaFiles.createdAt, due), isUnused(tx)))
      .limit(mostAtOnce);
    const ids = old.map(({ id }) => id);
    await discardFiles(tx, now, ids);
  });
  const marked = await db.select({ id: mediaFiles.id }).from(mediaFiles).where(lte(mediaFiles.deletedAt, now));
  for (const { id } of marked) await removeFile(services, id);
  await sweepIncoming(settings, due);
}

/** A picture by the name that media-address.ts gives it. Throws not_found. */
export async function getImage(db: Queryable, name: string): Promise<MediaFile> {
  const [file] = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.storageKey, `image/${name}`), eq(mediaFiles.kind, "image"), isNull(mediaFiles.deletedAt)));
  if (!file) throw new DomainError("not_found", "Not found");
  return file;
}

const folder = "/media/images/";

/** Lets go of a session's picture that is its own no longer; it stays where another session shows it. */
export async function discardImage(tx: Transaction, now: Date, address: string | null): Promise<void> {
  if (!address?.startsWith(folder)) return;
  const [file] = await tx
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(eq(mediaFiles.storageKey, `image/${address.slice(folder.length)}`));
  if (file) await discardFiles(tx, now, [file.id]);
}
