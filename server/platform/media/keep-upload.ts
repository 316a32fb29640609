import { open, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { mediaFiles } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { DomainError } from "../../core/errors";
import { stripControls, stripInvisible } from "../../core/input-schemas";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { webVttOf } from "./captions-file";
import { findFfmpeg } from "./find-ffmpeg";
import { type UploadAnnouncement, findWholeUpload, incomingFile, removeIncoming } from "./incoming";
import { announceFile, confirmFile } from "./keep-file";
import { contentTypeOf, type MediaFile, type MediaKind, refuseTooLarge, requireExtension } from "./media-kinds";
import { isShaped, type ShapedFile, shapePicture } from "./shape-picture";
import { savePicture, storedPicture } from "./store-picture";

/** Completes an upload, also after a crash. Throws not_found (unknown or incomplete), invalid. */
export async function finishUpload(services: Services, id: string): Promise<MediaFile> {
  if (!z.uuid().safeParse(id).success) throw notComplete();
  const [kept] = await services.db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), isNull(mediaFiles.deletedAt)));
  if (kept) return kept;
  const announced = await findWholeUpload(services.settings, id);
  if (!announced) throw notComplete();
  return keepUpload(services, { id, ...announced });
}

const notComplete = () => new DomainError("not_found", "This upload is not complete. Please choose the file again.");

type Upload = UploadAnnouncement & { id: string };
const maxNameLength = 255;

/** Stores a complete upload under its own id. Idempotent. Throws invalid, and removes the upload. */
export async function keepUpload(services: Services, upload: Upload): Promise<MediaFile> {
  const { settings, storage } = services;
  const found = await check(services, upload).catch(async (error) => {
    if (error instanceof DomainError) await removeIncoming(settings, upload.id);
    throw error;
  });
  const { id, kind } = upload;
  const originalName = stripInvisible(stripControls(path.win32.basename(upload.originalName).slice(0, maxNameLength)));
  if ("pictures" in found) {
    const stored = storedPicture({ id, kind }, found.pictures);
    await announceFile(services, { id, kind, originalName, ...stored });
    await savePicture(storage, { id, kind }, found.pictures);
  } else {
    const { contentType, extension } = found;
    const storageKey = `${kind}/${id}.${extension}`;
    await announceFile(services, { id, kind, originalName, storageKey, contentType, bytes: await sizeOf(found.path) });
    await storage.save(storageKey, found.path);
  }
  const file = await confirmFile(services.db, services.clock.now(), id);
  if (!file) throw new DomainError("not_found", "This upload is no longer there. Please choose the file again.");
  return file;
}

async function check(services: Services, { id, kind }: Upload) {
  const file = incomingFile(services.settings, id);
  const bytes = await sizeOf(file);
  if (bytes === 0) throw new DomainError("invalid", "The file is empty.");
  refuseTooLarge(await readSiteSettings(services), kind, bytes);
  return identifyFile(services, file, kind);
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

type FileIdentity = { contentType: string; extension: string; path: string } | { pictures: ShapedFile[] };

/**
 * Detects the type by content, not by name. Captions are converted to WebVTT and pictures are written anew, beside the
 * original. Throws invalid.
 */
async function identifyFile({ settings }: Services, path: string, kind: MediaKind): Promise<FileIdentity> {
  if (kind === "captions") return identifyCaptions(path);
  const { fileTypeFromFile } = await import("file-type");
  const found = (await fileTypeFromFile(path))?.mime ?? ((await isLargeWave(path)) ? "audio/wav" : "");
  const extension = requireExtension(kind, found, (await findFfmpeg(settings)) !== null);
  if (isShaped(kind, found)) return { pictures: await shapePicture({ path, kind }) };
  return { contentType: contentTypeOf(extension, found), extension, path };
}

/** Field recorders write a long WAV under another name, which the library does not know (EBU 3306). */
async function isLargeWave(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(12), position: 0 });
    return /^(?:RF64|BW64)[^]{4}WAVE$/.test(buffer.toString("latin1"));
  } finally {
    await file.close();
  }
}

async function identifyCaptions(path: string): Promise<FileIdentity> {
  const rewritten = `${path}.vtt`;
  await writeFile(rewritten, webVttOf(await readFile(path)));
  return { contentType: "text/vtt", extension: "vtt", path: rewritten };
}
