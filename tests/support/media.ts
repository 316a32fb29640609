import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "@db/client";
import { purchases, mediaFiles, recordingCaptions, recordings, recordingVersions } from "@db/schema";
import { boughtCollection, productIds, type SpecifiedCollection } from "./products";
import type { VersionName } from "@server/catalogue/preparing/versions";
import { sessionCookieName } from "@server/accounts/lucia";
import type { MediaFile, MediaKind } from "@server/platform/media/media-kinds";
import type { FileChunks, Storage } from "@server/core/services";
import type { TestBrowser } from "./test-browser";

const types = {
  video: { extension: "webm", contentType: "video/webm" },
  image: { extension: "webp", contentType: "image/webp" },
  portrait: { extension: "webp", contentType: "image/webp" },
  logo: { extension: "png", contentType: "image/png" },
  share: { extension: "jpg", contentType: "image/jpeg" },
  captions: { extension: "vtt", contentType: "text/vtt" },
  sound: { extension: "mp3", contentType: "audio/mpeg" },
  version: { extension: "mp4", contentType: "video/mp4" },
  download: { extension: "pdf", contentType: "application/pdf" },
} as const;

/** Copies each chunk, since its memory is used again. */
export async function contentOf(chunks: FileChunks): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

type FileServices = { db: Database; storage: Storage };

/** Stores a file with its row. */
export async function aFile(
  { db, storage }: FileServices,
  kind: MediaKind,
  content: string | Buffer = `the ${kind}`,
  values: Partial<MediaFile> = {},
): Promise<MediaFile> {
  const id = randomUUID();
  const { extension, contentType } = types[kind];
  const storageKey = `${kind}/${id}.${extension}`;
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-file-"));
  await writeFile(path.join(folder, "file"), content);
  await storage.save(storageKey, path.join(folder, "file"));
  await rm(folder, { recursive: true });
  const row = { id, kind, storageKey, originalName: `own.${extension}`, contentType, etag: `"${id}"` };
  const [file] = await db
    .insert(mediaFiles)
    .values({ ...row, bytes: Buffer.byteLength(content), ...values })
    .returning();
  return file!;
}

type Recording = typeof recordings.$inferSelect;
type NewRecording = Partial<Recording> & { collection?: SpecifiedCollection; hasCaptions?: boolean };

export async function aRecordingWithFiles(
  services: FileServices,
  { collection = "birth", hasCaptions = true, ...values }: NewRecording = {},
): Promise<Recording> {
  const videoId = values.videoUrl ? null : (await aFile(services, "video")).id;
  const posterId = (await aFile(services, "image")).id;
  const [recording] = await services.db
    .insert(recordings)
    .values({ productId: productIds[collection], title: "Arriving", videoId, posterId, ...values })
    .returning();
  const { id: recordingId } = recording!;
  if (hasCaptions) {
    const { id: fileId } = await aFile(services, "captions");
    await services.db.insert(recordingCaptions).values({ recordingId, language: "en", fileId });
  }
  return recording!;
}

const versionTypes = {
  large: "video/mp4",
  small: "video/mp4",
  sound: "audio/mp4",
  poster: "image/jpeg",
} as const satisfies Record<VersionName, string>;

/** Gives a recording a version, as preparing it does. */
export async function aVersionOf(
  services: FileServices,
  recordingId: string,
  name: VersionName,
  content: string | Buffer = `the ${name} version`,
): Promise<MediaFile> {
  const file = await aFile(services, "version", content, { contentType: versionTypes[name] });
  await services.db.insert(recordingVersions).values({ recordingId, name, fileId: file.id });
  return file;
}

type Purchase = typeof purchases.$inferInsert & { collection?: SpecifiedCollection };

export async function aPurchaseOf(
  db: Database,
  userId: string,
  { collection = "birth", ...values }: Partial<Purchase> = {},
): Promise<void> {
  const buyer = { customerName: "Maeve Donnelly", customerEmail: "maeve@example.com", formKey: randomUUID() };
  const price = { listPriceMinor: 6000, totalMinor: 6000, currency: "EUR" as const };
  await db
    .insert(purchases)
    .values({ ...buyer, ...price, ...boughtCollection(collection), status: "paid", userId, ...values });
}

export const cookieHeader = ({ sessionKey }: TestBrowser): Record<string, string> =>
  sessionKey === null ? {} : { Cookie: `${sessionCookieName}=${sessionKey}` };
