import type { Queryable, Transaction } from "@db/client";
import {
  liveSessions,
  mediaFiles,
  oneToOneOffers,
  products,
  recordingCaptions,
  recordings,
  recordingVersions,
  resourceFiles,
  sitePictures,
} from "@db/schema";
import { and, type Column, eq, exists, inArray, isNull, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { DomainError, withField } from "../../core/errors";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../jobs/enqueue-job";
import { sweepIncoming } from "./incoming";
import { unusedAfterMs } from "./keep-file";
import { imageIdOf, type MediaFile, type MediaKind, readImageName } from "./media-kinds";
import { keysOf, renditionOf } from "./renditions";

export type DescribedFile = { id: string; name: string; size: string };

const bytesPerMb = 1024 * 1024;

export function describeFile({ id, originalName, bytes }: Pick<MediaFile, "id" | "originalName" | "bytes">) {
  const size = bytes < bytesPerMb ? `${Math.round(bytes / 1024)} kB` : `${(bytes / bytesPerMb).toFixed(1)} MB`;
  return { id, name: originalName, size } satisfies DescribedFile;
}

export async function describeFiles(db: Queryable, ids: string[]): Promise<DescribedFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: mediaFiles.id, originalName: mediaFiles.originalName, bytes: mediaFiles.bytes })
    .from(mediaFiles)
    .where(and(inArray(mediaFiles.id, ids), isNull(mediaFiles.deletedAt)));
  return rows.map(describeFile);
}

/** Locks the file, so that it isn't swept before the caller's transaction references it. Throws invalid. */
export async function requireFile(tx: Transaction, id: string, kind: MediaKind): Promise<MediaFile> {
  const condition = and(eq(mediaFiles.id, id), eq(mediaFiles.kind, kind), isNull(mediaFiles.deletedAt));
  const [file] = await lockFiles(tx, condition);
  if (!file) throw new DomainError("invalid", "This upload is no longer there. Please choose the file again.");
  return file;
}

/** Locks an unused file, so that two forms can't both take it. Throws invalid. */
export async function requireUnusedFile(tx: Transaction, id: string, kind: MediaKind): Promise<MediaFile> {
  const file = await requireFile(tx, id, kind);
  // A separate statement after the lock, so that it sees the previous holder's changes.
  if ((await tx.$count(mediaFiles, and(eq(mediaFiles.id, id), isUnused(tx)))) > 0) return file;
  throw new DomainError("invalid", "This file is in use elsewhere. Please choose the file again.");
}

type FileChoice = { id: string | undefined; before: string | null | undefined; kind: MediaKind; field: string };

/**
 * Returns the file that a field of a form asks for: the one that was there, or a new one that nothing uses yet, which it
 * locks; null for none. Throws invalid, with the field.
 */
export async function claimFile(tx: Transaction, { id, before, kind, field }: FileChoice): Promise<string | null> {
  if (!id || id === before) return id ?? null;
  return (await withField(field, requireUnusedFile(tx, id, kind))).id;
}

/** Locks files in the order of their ids. */
const lockFiles = (tx: Transaction, condition: SQL | undefined): Promise<MediaFile[]> =>
  tx.select().from(mediaFiles).where(condition).orderBy(mediaFiles.id).for("update");

function isUnused(db: Queryable): SQL {
  const pointsHere = or(
    eq(recordings.videoId, mediaFiles.id),
    eq(recordings.posterId, mediaFiles.id),
    eq(recordings.soundId, mediaFiles.id),
  );
  const ofRecording = db.select({ id: recordings.id }).from(recordings).where(pointsHere);
  const ofVersion = db
    .select({ id: recordingVersions.fileId })
    .from(recordingVersions)
    .where(eq(recordingVersions.fileId, mediaFiles.id));
  const ofCaptions = db
    .select({ id: recordingCaptions.fileId })
    .from(recordingCaptions)
    .where(eq(recordingCaptions.fileId, mediaFiles.id));
  const ofSession = db
    .select({ id: liveSessions.id })
    .from(liveSessions)
    .where(isAddressOf(liveSessions.thumbnailUrl, mediaFiles.id));
  // An offer and the sessions that it has made share one picture.
  const ofOffer = db
    .select({ id: oneToOneOffers.id })
    .from(oneToOneOffers)
    .where(isAddressOf(oneToOneOffers.thumbnailUrl, mediaFiles.id));
  const ofCollection = db.select({ id: products.id }).from(products).where(eq(products.pictureId, mediaFiles.id));
  const ofResource = db
    .select({ id: resourceFiles.fileId })
    .from(resourceFiles)
    .where(eq(resourceFiles.fileId, mediaFiles.id));
  const ofSite = db
    .select({ id: sitePictures.fileId })
    .from(sitePictures)
    .where(eq(sitePictures.fileId, mediaFiles.id));
  const uses = [ofRecording, ofVersion, ofCaptions, ofSession, ofOffer, ofCollection, ofResource, ofSite];
  return sql`not (${sql.join(
    uses.map((use) => exists(use)),
    sql` or `,
  )})`;
}

/** Compares by the id: the ending of an address may be that of a file that was written anew since. */
export const isAddressOf = (address: Column, id: Column | string): SQL =>
  sql`split_part(split_part(${address}, '/media/images/', 2), '.', 1) = ${id}::text`;

/** Marks unreferenced files as deleted; call it once nothing references them. */
export async function discardFiles(tx: Transaction, now: Date, ids: (string | null)[]): Promise<number> {
  const given = ids.filter((id) => id !== null);
  // A separate statement after the lock, so that the update sees new references.
  await lockFiles(tx, inArray(mediaFiles.id, given));
  const gone = await tx
    .update(mediaFiles)
    .set({ deletedAt: now })
    .where(and(inArray(mediaFiles.id, given), isNull(mediaFiles.deletedAt), isUnused(tx)))
    .returning({ id: mediaFiles.id });
  for (const { id } of gone) await enqueueJob(tx, "remove-file", { fileId: id });
  return gone.length;
}

/** An arbitrary key that must never change. Held by a backup, which must find every file that its rows name. */
export const fileRemovalLock = 7_262_012;

/** Removes the file first: its row must exist as long as the file does. During a backup it leaves both to the sweep. */
export async function removeFile({ db, clock, storage }: Services, fileId: string): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const isGone = and(eq(mediaFiles.id, fileId), lte(mediaFiles.deletedAt, clock.now()), isUnused(tx));
    const [file] = await tx.select().from(mediaFiles).where(isGone);
    if (!file) return;
    const { rows } = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(${fileRemovalLock}) as taken`,
    );
    if (!rows[0]?.taken) return;
    for (const key of keysOf(file)) await storage.remove(key);
    await tx.delete(mediaFiles).where(isGone);
  });
}

const maxPerSweep = 200;

/** Removes uploads that are unfinished or unused for a day, and files left by crashes. */
export async function sweepMedia(services: Services): Promise<void> {
  const { db, clock, settings } = services;
  const now = clock.now();
  const due = dueAt(now);
  await inTransaction({ db }, async (tx) => {
    const old = await tx
      .select({ id: mediaFiles.id })
      .from(mediaFiles)
      .where(and(isNull(mediaFiles.deletedAt), lt(mediaFiles.createdAt, due), isUnused(tx)))
      .limit(maxPerSweep);
    const ids = old.map(({ id }) => id);
    await discardFiles(tx, now, ids);
  });
  const marked = await db.select({ id: mediaFiles.id }).from(mediaFiles).where(lte(mediaFiles.deletedAt, now));
  for (const { id } of marked) await removeFile(services, id);
  await sweepIncoming(settings, due);
}

const dueAt = (now: Date): Date => new Date(now.getTime() - unusedAfterMs);

const hourMs = 3_600_000;

/** Sweeps the uploads of a machine whose jobs run elsewhere, now and every hour. Returns what ends it. */
export function keepIncomingSwept({ settings, clock, log }: Services): () => void {
  const sweep = () => {
    const logFailure = (error: unknown) => log.error({ err: error }, "uploads not swept; tried again in an hour");
    sweepIncoming(settings, dueAt(clock.now())).catch(logFailure);
  };
  sweep();
  const timer = setInterval(sweep, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns a file that is kept; null for one that is not there, or is being removed. */
export async function findFile(db: Queryable, id: string): Promise<MediaFile | null> {
  const [file = null] = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), isNull(mediaFiles.deletedAt)));
  return file;
}

const publicKinds: MediaKind[] = ["image", "portrait", "logo", "share"];

/** Returns what is sent for the last part of a picture's address. Throws not_found. */
export async function getImage(db: Queryable, name: string): Promise<MediaFile> {
  const asked = readImageName(name);
  const [file] = asked ? await db.select().from(mediaFiles).where(isPublic(asked.id)) : [];
  if (!file) throw new DomainError("not_found", "Not found");
  return renditionOf(file, asked?.rendition);
}

const isPublic = (id: string) =>
  and(eq(mediaFiles.id, id), inArray(mediaFiles.kind, publicKinds), isNull(mediaFiles.deletedAt));

export async function discardImage(tx: Transaction, now: Date, address: string | null): Promise<void> {
  const id = imageIdOf(address);
  const isImage = and(eq(mediaFiles.id, id ?? ""), eq(mediaFiles.kind, "image"));
  if (id && (await tx.$count(mediaFiles, isImage)) > 0) await discardFiles(tx, now, [id]);
}
