import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { mediaFiles } from "@db/schema";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { fileTypeFromFile } from "file-type";
import { z } from "zod";
import { DomainError } from "../core/errors";
import { withoutControls } from "../core/input-schemas";
import type { Services } from "../core/services";
import { type Announced, findWholeUpload, incomingFile, removeIncoming } from "./incoming";
import { unusedAfterMs } from "./media-files";
import { extensionsOf, type MediaFile, type MediaKind, refuseTooLarge, wrongType } from "./media-kinds";

/**
 * The file that a resumable upload has become. Its last bytes make it one; a server that was killed just then is made
 * up for here, so a form that was given the upload's id asks this before it uses it. Throws `not_found` when the upload
 * is unknown or not whole, `invalid` as keepUpload does.
 */
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

/** What a file is, and where the one to keep lies. */
type FileIdentity = { contentType: string; extension: string; path: string };

/**
 * Finds out what a file is from its content; what it is called says nothing. Captions are rewritten as WebVTT into a
 * file beside theirs. Throws `invalid` when it is not what it should be.
 */
async function identifyFile(path: string, kind: MediaKind): Promise<FileIdentity> {
  if (kind === "captions") return identifyCaptions(path);
  const found = (await fileTypeFromFile(path))?.mime;
  const extension = found && extensionsOf[kind][found];
  if (!extension) throw new DomainError("invalid", wrongType[kind]);
  // Browsers know one name for both.
  return { contentType: found === "video/x-m4v" ? "video/mp4" : found, extension, path };
}

async function identifyCaptions(path: string): Promise<FileIdentity> {
  const captions = readCaptions(await readFile(path));
  if (captions === null) throw new DomainError("invalid", wrongType.captions);
  const rewritten = `${path}.vtt`;
  await writeFile(rewritten, captions);
  return { contentType: "text/vtt", extension: "vtt", path: rewritten };
}

const webVtt = /^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/;
const srtTiming = /^(\d{2,}:\d{2}:\d{2}),(\d{3}) --> (\d{2,}:\d{2}:\d{2}),(\d{3})/;
const srtStart = /^\s*\d+\n\d{2,}:\d{2}:\d{2},\d{3} --> /;

/** Answers the captions as WebVTT, the one format that browsers show; SRT is rewritten. Null for anything else. */
export function readCaptions(content: Buffer): string | null {
  const text = decode(content)?.replace(/\r\n?/g, "\n");
  if (text === undefined) return null;
  if (webVtt.test(text)) return text;
  return srtStart.test(text) ? fromSrt(text) : null;
}

/** The same cues, with points in place of commas; the numbers above the times may stay as the cues' names. */
function fromSrt(text: string): string {
  const lines = text.trim().split("\n");
  return `WEBVTT\n\n${lines.map((line) => line.replace(srtTiming, "$1.$2 --> $3.$4")).join("\n")}\n`;
}

/** UTF-8 without its byte order mark; undefined where it is not UTF-8. */
function decode(content: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
