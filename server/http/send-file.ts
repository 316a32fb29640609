import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import type { ByteRange, Storage } from "../core/services";
import { FileMissingError } from "../platform/media/storage-key";

type SentFile = { storageKey: string; contentType: string; bytes: number; etag: string };
type FileRequest = {
  request: Request;
  response: Response;
  storage: Storage;
  file: SentFile;
  /** Where set, nginx sends the file itself (X-Accel-Redirect). */
  accelLocation: string | undefined;
};
/** `signal` ends the reading when the client has left. */
type FileTransfer = FileRequest & { signal: AbortSignal };

/** Sends a file or its ranges in response to a GET or HEAD (RFC 9110). Throws a FileMissingError before it sends anything. */
export async function sendFile(fileRequest: FileRequest, cacheControl: string): Promise<void> {
  const { request, response, file, accelLocation } = fileRequest;
  if (accelLocation) return leaveToProxy(fileRequest, accelLocation, cacheControl);
  response.set({
    ETag: file.etag,
    "Accept-Ranges": "bytes",
    "Cache-Control": cacheControl,
    "X-Content-Type-Options": "nosniff",
  });
  const verdict = evaluateConditions(request, file.etag);
  if (verdict === "not modified") return void response.status(304).end();
  if (verdict === "precondition failed") return void response.status(412).end();
  const ranges = parseRange(requestedRange(request, file.etag), file.bytes);
  if (ranges === "unsatisfiable") {
    return void response.status(416).set("Content-Range", `bytes */${file.bytes}`).end();
  }
  const [first, ...others] = ranges ?? [];
  const sending = { ...fileRequest, signal: abortedWhenClosed(response) };
  if (!first) return sendWhole(sending);
  return others.length > 0 ? sendParts(sending, [first, ...others]) : sendPart(sending, first);
}

/** Nginx compares conditions with an ETag of its own, so none is evaluated here. */
function leaveToProxy({ response, file }: FileRequest, location: string, cacheControl: string): void {
  const redirect = location + file.storageKey;
  response.set({ "X-Accel-Redirect": redirect, "Cache-Control": cacheControl, "Content-Type": typeOf(file) }).end();
}

async function sendWhole({ request, response, storage, file, signal }: FileTransfer): Promise<void> {
  response.set({ "Content-Type": typeOf(file), "Content-Length": String(file.bytes) });
  if (request.method !== "HEAD") return pump(response, await storage.read(file.storageKey, undefined, signal));
  await requireStored(storage, file);
  response.end();
}

async function sendPart({ response, storage, file, signal }: FileTransfer, range: ByteRange): Promise<void> {
  const content = await storage.read(file.storageKey, range, signal);
  response.status(206).set({
    "Content-Type": typeOf(file),
    "Content-Range": contentRange(range, file),
    "Content-Length": String(lengthOf(range)),
  });
  await pump(response, content);
}

async function sendParts({ response, storage, file, signal }: FileTransfer, ranges: ByteRange[]): Promise<void> {
  await requireStored(storage, file);
  const boundary = randomUUID();
  const headOf = (range: ByteRange) =>
    `\r\n--${boundary}\r\nContent-Type: ${typeOf(file)}\r\nContent-Range: ${contentRange(range, file)}\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const bytes = ranges.reduce((sum, range) => sum + headOf(range).length + lengthOf(range), end.length);
  response.status(206).set({
    "Content-Type": `multipart/byteranges; boundary=${boundary}`,
    "Content-Length": String(bytes),
  });
  const content = async function* () {
    for (const range of ranges) {
      yield headOf(range);
      yield* await storage.read(file.storageKey, range, signal);
    }
    yield end;
  };
  await pump(response, content());
}

/** Sends each chunk completely before it requests the next one, so that the chunks' memory can be used again. */
async function pump(response: Response, content: AsyncIterable<Uint8Array | string>): Promise<void> {
  try {
    for await (const chunk of content) await write(response, chunk);
    response.end();
  } catch (error) {
    if (!response.closed) throw error;
  }
}

function write(response: Response, chunk: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error("The client has left"));
    if (response.closed) return leave();
    response.once("close", leave);
    response.write(chunk, (error) => {
      response.off("close", leave);
      if (error) reject(error);
      else resolve();
    });
  });
}

function abortedWhenClosed(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}

async function requireStored(storage: Storage, { storageKey }: SentFile): Promise<void> {
  if (!(await storage.stat(storageKey))) throw new FileMissingError(storageKey);
}

const lengthOf = ({ start, end }: ByteRange): number => end - start + 1;
const contentRange = ({ start, end }: ByteRange, file: SentFile): string => `bytes ${start}-${end}/${file.bytes}`;
const typeOf = ({ contentType }: SentFile): string =>
  contentType.startsWith("text/") ? `${contentType}; charset=utf-8` : contentType;

type Verdict = "send" | "not modified" | "precondition failed";

/** Evaluates conditions in the order of RFC 9110, 13.2.2. Dates are ignored: files have an ETag and no date. */
function evaluateConditions(request: Request, etag: string): Verdict {
  const ifMatch = request.get("If-Match");
  if (ifMatch !== undefined && !matchesEtag(ifMatch, etag, { weakly: false })) return "precondition failed";
  const ifNoneMatch = request.get("If-None-Match");
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag, { weakly: true })) return "not modified";
  return "send";
}

function requestedRange(request: Request, etag: string): string | undefined {
  if (request.method !== "GET") return undefined;
  const ifRange = request.get("If-Range");
  return ifRange === undefined || ifRange.trim() === etag ? request.get("Range") : undefined;
}

function matchesEtag(list: string, etag: string, { weakly }: { weakly: boolean }): boolean {
  if (list.trim() === "*") return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => (weakly ? tag.replace(/^W\//, "") : tag) === etag);
}

/** No player asks for more; more ranges are an attack. */
const maxRanges = 16;
const rangeSpec = /^(?:(\d+)-(\d*)|-(\d+))$/;

/** Parses a Range header by RFC 9110, 14.1; null means ignore it. Merges overlapping ranges, unlike Express. */
export function parseRange(header: string | undefined, size: number): ByteRange[] | "unsatisfiable" | null {
  const set = /^bytes=(.*)$/i.exec(header ?? "")?.[1];
  const specs = (set ?? "").split(",").flatMap((spec) => spec.trim() || []);
  if (specs.length === 0 || specs.length > maxRanges) return null;
  const ranges: ByteRange[] = [];
  for (const spec of specs) {
    const [, first, last, suffix] = rangeSpec.exec(spec) ?? [];
    if (first === undefined && suffix === undefined) return null;
    if (first && last && Number(last) < Number(first)) return null;
    const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
    const end = last ? Math.min(Number(last), size - 1) : size - 1;
    if (start <= end) ranges.push({ start, end });
  }
  return ranges.length > 0 ? ranges.reduce(mergeRange, []) : "unsatisfiable";
}

function mergeRange(others: ByteRange[], range: ByteRange): ByteRange[] {
  const touching = others.filter(({ start, end }) => start <= range.end + 1 && range.start <= end + 1);
  if (touching.length === 0) return [...others, range];
  const all = [...touching, range];
  const whole = { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
  return others.flatMap((other) => (other === touching[0] ? whole : touching.includes(other) ? [] : other));
}
