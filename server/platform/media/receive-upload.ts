import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { assertAdmin, type SessionUser } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { incomingFile, prepareIncoming, removeIncoming } from "./incoming";
import { keepUpload } from "./keep-upload";
import { maxBytesOf, type MediaFile, type MediaKind, refuseTooLarge, type SizeLimits } from "./media-kinds";
import { storageError } from "./storage-key";

type ReceivedFile = { ok: true; file: MediaFile } | { ok: false; message: string };
export type ReceivedForm = { fields: URLSearchParams; files: Map<string, ReceivedFile> };

type ArrivedFile = { field: string; id: string; kind: MediaKind; originalName: string; bytes: number };

/** Streams and stores a form's files. Fields are at most `maxFieldBytes` long. Throws unauthenticated or forbidden before reading, and invalid. */
export async function receiveUpload(
  services: Services,
  user: SessionUser | null,
  request: Request,
  kinds: Record<string, MediaKind>,
  maxFieldBytes = maxTextBytes,
): Promise<ReceivedForm> {
  assertAdmin(user);
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!contentType.toLowerCase().startsWith("multipart/form-data")) {
    return { fields: new URLSearchParams(await request.text()), files: new Map() };
  }
  await prepareIncoming(services.settings);
  const expected = { kinds, limits: await readSiteSettings(services) };
  const fields = new URLSearchParams();
  const files = new Map<string, ReceivedFile>();
  for (const arrived of await readParts(
    services,
    request,
    openForm(contentType, Object.keys(kinds).length, maxFieldBytes),
    expected,
    fields,
  )) {
    files.set(arrived.field, await keepArrived(services, arrived));
  }
  return { fields, files };
}

type UploadTerms = { kinds: Record<string, MediaKind>; limits: SizeLimits };

async function readParts(
  services: Services,
  request: Request,
  form: BusboyInstance,
  { kinds, limits }: UploadTerms,
  fields: URLSearchParams,
): Promise<ArrivedFile[]> {
  const stopped = new AbortController();
  const arriving: Promise<ArrivedFile>[] = [];
  form.on("field", (name, value) => fields.append(name, value));
  form.on("file", (field, content, originalName) => {
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined;
    // Browsers send an empty file field without a name.
    if (!kind || !originalName) return void content.resume();
    const part = { field, kind, originalName, most: maxBytesOf(limits, kind) };
    const file = saveIncoming(services, content, part, stopped.signal);
    file.catch(() => undefined);
    arriving.push(file);
  });
  const isTooMuch = watchLimits(form, stopped);
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream<Uint8Array>), form, { signal: stopped.signal });
    stopped.signal.throwIfAborted();
    return await Promise.all(arriving);
  } catch (cause) {
    stopped.abort();
    await Promise.allSettled(arriving);
    if (isTooMuch()) throw new DomainError("too_large", "The form has too many fields, or one that is too long.");
    const error = storageError(cause);
    if (error instanceof DomainError) throw error;
    throw new DomainError("invalid", "The upload was interrupted. Please try again.", { cause });
  }
}

function watchLimits(form: BusboyInstance, stopped: AbortController): () => boolean {
  let isTooMuch = false;
  const stop = () => {
    isTooMuch = true;
    stopped.abort();
  };
  form.on("partsLimit", stop).on("fieldsLimit", stop).on("filesLimit", stop);
  form.on("field", (_name, _value, _isNameTruncated, isValueTruncated) => {
    if (isValueTruncated) stop();
  });
  return () => isTooMuch;
}

const maxFields = 200;
const maxTextBytes = 64 * 1024;

function openForm(contentType: string, files: number, maxFieldBytes: number) {
  const limits = {
    parts: maxFields + files,
    fields: maxFields,
    files,
    fieldSize: maxFieldBytes,
    headerPairs: 20,
    headerSize: 8 * 1024,
  };
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch (cause) {
    throw new DomainError("invalid", "The form could not be read. Please try again.", { cause });
  }
}

/** Counts an oversized file to its end, so that the form can state its size. */
async function saveIncoming(
  { settings }: Services,
  content: BusboyFileStream,
  { most, ...part }: Pick<ArrivedFile, "field" | "kind" | "originalName"> & { most: number },
  signal: AbortSignal,
): Promise<ArrivedFile> {
  const id = randomUUID();
  let bytes = 0;
  async function* upToTheLimit(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes <= most) yield chunk;
    }
  }
  try {
    await pipeline(content, upToTheLimit, createWriteStream(incomingFile(settings, id)), { signal });
    return { ...part, id, bytes };
  } catch (error) {
    await removeIncoming(settings, id);
    throw error;
  }
}

async function keepArrived(services: Services, { bytes, ...upload }: ArrivedFile): Promise<ReceivedFile> {
  try {
    refuseTooLarge(await readSiteSettings(services), upload.kind, bytes);
    return { ok: true, file: await keepUpload(services, upload) };
  } catch (error) {
    const refusal = storageError(error);
    if (!(refusal instanceof DomainError)) throw error;
    return { ok: false, message: refusal.message };
  } finally {
    await removeIncoming(services.settings, upload.id);
  }
}
