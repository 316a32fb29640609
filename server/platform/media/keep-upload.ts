import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { mediaFiles } from "@db/schema";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { DomainError } from "../../core/errors";
import { stripControls } from "../../core/input-schemas";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { readCues } from "./cues";
import { type UploadAnnouncement, findWholeUpload, incomingFile, removeIncoming } from "./incoming";
import { unusedAfterMs } from "./media-files";
import { extensionsOf, type MediaFile, type MediaKind, refuseTooLarge, wrongType } from "./media-kinds";
import { isShaped, shapePicture } from "./shape-picture";

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
  const storageKey = `${upload.kind}/${upload.id}.${found.extension}`;
  await announce(services, upload, { storageKey, contentType: found.contentType, bytes: await sizeOf(found.path) });
  await storage.save(storageKey, found.path);
  return confirm(services, upload.id);
}

async function check(services: Services, { id, kind }: Upload) {
  const file = incomingFile(services.settings, id);
  const bytes = await sizeOf(file);
  if (bytes === 0) throw new DomainError("invalid", "The file is empty.");
  refuseTooLarge(await readSiteSettings(services), kind, bytes);
  return identifyFile(file, kind);
}

/** The row precedes the file and is marked for deletion, so that a crash leaves no unknown file. */
async function announce(
  { db, clock }: Services,
  { id, kind, originalName }: Upload,
  facts: Pick<MediaFile, "storageKey" | "contentType" | "bytes">,
): Promise<void> {
  const now = clock.now();
  const name = stripControls(path.win32.basename(originalName).slice(0, maxNameLength));
  const deletedAt = new Date(now.getTime() + unusedAfterMs);
  // The content of an id never changes, so the id is a strong validator.
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

type FileIdentity = { contentType: string; extension: string; path: string };

/**
 * Detects the type by content, not by name. Captions are converted to WebVTT and pictures of the site are shaped, beside
 * the original. Throws invalid.
 */
async function identifyFile(path: string, kind: MediaKind): Promise<FileIdentity> {
  if (kind === "captions") return identifyCaptions(path);
  const { fileTypeFromFile } = await import("file-type");
  const found = (await fileTypeFromFile(path))?.mime;
  const extension = found && extensionsOf[kind][found];
  if (!extension) throw new DomainError("invalid", wrongType[kind]);
  if (isShaped(kind)) return shapePicture(path, kind);
  // Browsers know only video/mp4.
  return { contentType: found === "video/x-m4v" ? "video/mp4" : found, extension, path };
}

async function identifyCaptions(path: string): Promise<FileIdentity> {
  const content = await readFile(path);
  const captions = readCaptions(content);
  if (captions === null) throw new DomainError("invalid", wrongType.captions);
  // The file as it came: its lines are those that an editor counts.
  const read = readCues(content.toString());
  if ("problem" in read) throw new DomainError("invalid", read.problem);
  const rewritten = `${path}.vtt`;
  await writeFile(rewritten, captions);
  return { contentType: "text/vtt", extension: "vtt", path: rewritten };
}

const webVtt = /^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/;
const srtTiming = /^(\d{2,}:\d{2}:\d{2}),(\d{3}) --> (\d{2,}:\d{2}:\d{2}),(\d{3})/;
const srtStart = /^\s*\d+\n\d{2,}:\d{2}:\d{2},\d{3} --> /;

export function readCaptions(content: Buffer): string | null {
  const text = decode(content)?.replace(/\r\n?/g, "\n");
  if (text === undefined) return null;
  if (webVtt.test(text)) return text;
  return srtStart.test(text) ? fromSrt(text) : null;
}

function fromSrt(text: string): string {
  const lines = text.trim().split("\n");
  return `WEBVTT\n\n${lines.map((line) => line.replace(srtTiming, "$1.$2 --> $3.$4")).join("\n")}\n`;
}

function decode(content: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
