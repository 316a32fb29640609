import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { encodingFor, type Encoding as Compression } from "../built-files";
import { createRequestId } from "../report-errors";
import type { Wanted } from "./visit";
import { type HeaderList, prepareWhole, sendWhole, type WholeAnswer } from "./whole-answer";

type Encoding = Compression | "identity";

/** What is sent, the same to everyone who may share it. */
export type FinishedFile = {
  headers: HeaderList;
  body: Buffer;
  etag: string;
  encoded: Map<Encoding, WholeAnswer | Promise<WholeAnswer>>;
};

/** Sends the file, or 304 to a browser that has it. `cookie` is for this visitor only. */
export function sendFinished(
  file: FinishedFile,
  { isHead, acceptEncoding, ifNoneMatch }: Wanted,
  response: ServerResponse,
  cookie: string | null = null,
): Promise<void> | null {
  const isKnown = names(ifNoneMatch, file.etag);
  const send = (encoded: WholeAnswer | null) => {
    if (response.destroyed || response.headersSent) return;
    if (encoded && !isHead && !cookie && sendWhole(response, encoded)) return;
    const { headers } = encoded ?? file;
    writeHead(response, encoded ? 200 : 304, cookie ? [...headers, "set-cookie", cookie] : headers);
    response.end(isHead ? undefined : encoded?.body);
  };
  const encoded = isKnown ? null : encode(file, chooseEncoding(file, acceptEncoding));
  if (encoded instanceof Promise) return encoded.then(send);
  send(encoded);
  return null;
}

/** Express has set its own headers of a response that has passed through it; these replace them. */
function writeHead(response: ServerResponse, status: number, headers: HeaderList): void {
  if (!response.hasHeader("x-request-id")) {
    response.writeHead(status, [...headers, "x-request-id", createRequestId()]);
    return;
  }
  for (let index = 0; index < headers.length; index += 2) {
    const [name = "", value = ""] = headers.slice(index, index + 2);
    response.setHeader(name, value);
  }
  response.writeHead(status);
}

const smallest = 1024;

function chooseEncoding({ body }: FinishedFile, accepted = ""): Encoding {
  if (body.length < smallest) return "identity";
  const known = encodings.get(accepted);
  if (known) return known;
  const chosen = encodingFor(accepted) ?? "identity";
  if (encodings.size >= maxEncodings) encodings.clear();
  if (accepted.length <= maxAccepted) encodings.set(accepted, chosen);
  return chosen;
}

const maxEncodings = 100;
const maxAccepted = 100;
/** By the header that asks for it: browsers send few different ones. */
const encodings = new Map<string, Encoding>();

const names = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*");

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer> | Buffer> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
  identity: (body) => body,
};

/** Compresses once for all who ask. */
function encode(file: FinishedFile, encoding: Encoding): WholeAnswer | Promise<WholeAnswer> {
  const known = file.encoded.get(encoding);
  if (known) return known;
  const finish = (body: Buffer): WholeAnswer => {
    const own = encoding === "identity" ? [] : ["content-encoding", encoding];
    const ready = prepareWhole([...file.headers, "content-length", String(body.length), ...own], body);
    file.encoded.set(encoding, ready);
    return ready;
  };
  const body = compressors[encoding](file.body);
  const encoded = body instanceof Promise ? body.then(finish) : finish(body);
  file.encoded.set(encoding, encoded);
  return encoded;
}
