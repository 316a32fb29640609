import type { Queryable, Transaction } from "@db/client";
import { mediaFiles } from "@db/schema";
import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Services } from "../../core/services";
import { enqueueJob } from "../jobs/enqueue-job";
import type { MediaFile } from "./media-kinds";

export const unusedAfterMs = 24 * 3_600_000;

type FileFacts = Pick<MediaFile, "id" | "kind" | "originalName" | "storageKey" | "contentType" | "bytes"> &
  Partial<Pick<MediaFile, "renditions">>;

/** Writes the row of a file that is about to be stored, marked for deletion, so that a crash leaves no unknown file. */
export async function announceFile({ db, clock }: Pick<Services, "db" | "clock">, facts: FileFacts): Promise<void> {
  const now = clock.now();
  const deletedAt = new Date(now.getTime() + unusedAfterMs);
  // The content of an id never changes, so the id is a strong validator.
  const row = { ...facts, etag: `"${facts.id}"`, createdAt: now, deletedAt };
  await db.insert(mediaFiles).values(row).onConflictDoNothing();
}

/** Keeps a file that was announced and stored. Returns undefined if it took so long that it is being removed. */
export async function confirmFile(db: Queryable, now: Date, id: string): Promise<MediaFile | undefined> {
  const isOurs = and(eq(mediaFiles.id, id), or(isNull(mediaFiles.deletedAt), gt(mediaFiles.deletedAt, now)));
  const [file] = await db.update(mediaFiles).set({ deletedAt: null }).where(isOurs).returning();
  return file;
}

/** Removes files that were announced and are not wanted any more, without waiting for the sweep. */
export async function dropAnnounced(tx: Transaction, now: Date, ids: string[]): Promise<void> {
  const isAnnounced = and(inArray(mediaFiles.id, ids), gt(mediaFiles.deletedAt, now));
  const gone = await tx.update(mediaFiles).set({ deletedAt: now }).where(isAnnounced).returning({ id: mediaFiles.id });
  for (const { id } of gone) await enqueueJob(tx, "remove-file", { fileId: id });
}
