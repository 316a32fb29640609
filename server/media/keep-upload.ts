import { stat } from "node:fs/promises";
import path from "node:path";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { mediaFiles } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { withoutControls } from "../core/typed-text";
import { identifyFile } from "./identify-file";
import { incomingFile, removeIncoming, type Announced } from "./incoming";
import { refuseTooLarge, type MediaFile } from "./media-kinds";
import { unusedAfterMs } from "./unused-files";

type Upload = Announced & { id: string };
const longestName = 255;

/**
 * Takes an upload that has arrived whole into the storage, under its own id. Doing it again, or twice at once, makes
 * no second file. Throws `invalid` when it is empty, too large or not what it was announced as; then it is gone.
 */
export async function keepUpload(services: Services, upload: Upload): Promise<MediaFile> {
  const { settings, storage } = services;
  const found = await check(services, upload).catch(async (error) => {
    if (error instanceof DomainError) await removeIncoming(settings, upload.id);
    throw error;
  });
  const storageKey = `${upload.kind}/${upload.id}.${found.extension}`;
  await announce(services, upload, { storageKey, contentType: found.contentType, bytes: await sizeOf(found.path) });
  await storage.keep(storageKey, found.path);
  return confirm(services, upload.id);
}

async function check({ settings }: Services, { id, kind }: Upload) {
  const file = incomingFile(settings, id);
  const bytes = await sizeOf(file);
  if (bytes === 0) throw new DomainError("invalid", "The file is empty.");
  refuseTooLarge(settings, kind, bytes);
  return identifyFile(file, kind);
}

/** The row comes before the file, as one that is to go in a day: whatever stops us, no file is left that none knows. */
async function announce(
  { db, clock }: Services,
  { id, kind, originalName }: Upload,
  facts: Pick<MediaFile, "storageKey" | "contentType" | "bytes">,
): Promise<void> {
  const now = clock.now();
  const name = withoutControls(path.win32.basename(originalName).slice(0, longestName));
  const deletedAt = new Date(now.getTime() + unusedAfterMs);
  // The content of an id never changes, so the id is as good a validator as a sum of the content.
  const row = { id, kind, originalName: name, ...facts, etag: `"${id}"`, createdAt: now, deletedAt };
  await db.insert(mediaFiles).values(row).onConflictDoNothing();
}

async function confirm({ db, clock }: Services, id: string): Promise<MediaFile> {
  const isOurs = and(eq(mediaFiles.id, id), or(isNull(mediaFiles.deletedAt), gt(mediaFiles.deletedAt, clock.now())));
  const [file] = await db.update(mediaFiles).set({ deletedAt: null }).where(isOurs).returning();
  if (!file) throw new DomainError("not_found", "This upload is no longer there. Please choose the file again.");
  return file;
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;
