import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Queryable } from "@db/client";
import { liveSessions, mediaFiles, oneToOneOffers, products, recordings, sitePictures } from "@db/schema";
import { and, eq, isNull, like, or } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../jobs/enqueue-job";
import { incomingFile, prepareIncoming, removeIncoming } from "./incoming";
import { discardFiles, isAddressOf } from "./media-files";
import type { MediaFile } from "./media-kinds";
import { readWhole } from "./read-whole";
import { type ShapedFile, shapePicture } from "./shape-picture";
import { FileMissingError, storageError } from "./storage-key";
import { savePicture, storedPicture } from "./store-picture";

const perRun = 50;

const isPicture = or(
  eq(mediaFiles.kind, "image"),
  and(eq(mediaFiles.kind, "download"), like(mediaFiles.contentType, "image/%")),
);
const isWaiting = and(isPicture, isNull(mediaFiles.renditions), isNull(mediaFiles.deletedAt));

/**
 * Writes pictures anew that were uploaded before each was on arrival, and removes what was uploaded. Each is done for
 * itself, so that this ends early with `stopping` and goes on where it ended.
 */
export async function rewritePictures(services: Services, stopping: AbortSignal): Promise<void> {
  const { db } = services;
  const waiting = await db.select().from(mediaFiles).where(isWaiting).orderBy(mediaFiles.createdAt).limit(perRun);
  for (const file of waiting) {
    if (stopping.aborted) return;
    await rewrite(services, file);
  }
  if (waiting.length === perRun) await enqueueRewriting(db);
}

/** Queues the pictures that wait. */
export const enqueueRewriting = (db: Queryable): Promise<void> =>
  enqueueJob(db, "rewrite-pictures", {}, { jobKey: "rewrite-pictures", queue: "rewrite-pictures" });

async function rewrite(services: Services, file: MediaFile): Promise<void> {
  const { settings } = services;
  const draft = randomUUID();
  await prepareIncoming(settings);
  try {
    const path = incomingFile(settings, draft);
    await writeFile(path, await readWhole(services, file.storageKey));
    await exchange(services, file, await shapePicture({ path, kind: file.kind, isOld: true }));
  } catch (error) {
    const isMissing = error instanceof FileMissingError;
    const cause = storageError(error);
    const isUnreadable = cause instanceof DomainError && cause.code === "invalid";
    if (!isMissing && !isUnreadable) throw error;
    const { id, originalName } = file;
    services.log.warn(
      { err: error, fileId: id, originalName },
      "a picture can't be read: it stays if it is offered or missing, and else is out of use",
    );
    await (file.kind === "download" || isMissing ? leave(services, file) : giveUp(services, file));
  } finally {
    await removeIncoming(settings, draft);
  }
}

/** Stores first: the row names new files once they are there. The old one has a row of its own until it is removed. */
async function exchange(services: Services, file: MediaFile, files: ShapedFile[]): Promise<void> {
  const { storage, clock } = services;
  const { id, kind, storageKey, originalName, contentType, bytes } = file;
  await savePicture(storage, file, files);
  const now = clock.now();
  await inTransaction(services, async (tx) => {
    const anew = { ...storedPicture(file, files), etag: `"${id}-anew"` };
    const isOurs = and(eq(mediaFiles.id, id), isWaiting);
    const [done] = await tx.update(mediaFiles).set(anew).where(isOurs).returning({ id: mediaFiles.id });
    if (!done) return;
    const fileId = randomUUID();
    const old = { id: fileId, kind, storageKey, originalName, contentType, bytes };
    await tx.insert(mediaFiles).values({ ...old, etag: `"${fileId}"`, createdAt: now, deletedAt: now });
    await enqueueJob(tx, "remove-file", { fileId });
  });
}

/** Leaves a file as it is: people have bought it, or there is none. */
async function leave({ db }: Services, { id }: MediaFile): Promise<void> {
  await db
    .update(mediaFiles)
    .set({ renditions: [] })
    .where(and(eq(mediaFiles.id, id), isWaiting));
}

/** Takes a picture out of use, so that drawings stand in its place and its file is removed. */
async function giveUp(services: Services, { id }: MediaFile): Promise<void> {
  await inTransaction(services, async (tx) => {
    const none = { thumbnailUrl: null };
    await tx.update(liveSessions).set(none).where(isAddressOf(liveSessions.thumbnailUrl, id));
    await tx.update(oneToOneOffers).set(none).where(isAddressOf(oneToOneOffers.thumbnailUrl, id));
    await tx.update(recordings).set({ posterId: null }).where(eq(recordings.posterId, id));
    await tx.update(products).set({ pictureId: null }).where(eq(products.pictureId, id));
    await tx.delete(sitePictures).where(eq(sitePictures.fileId, id));
    await discardFiles(tx, services.clock.now(), [id]);
  });
}
