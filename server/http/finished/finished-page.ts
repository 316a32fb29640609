import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { encodingFor, type Encoding as Compression } from "../built-files";
import { createRequestId } from "../report-errors";
import type { Wanted } from "./visit";
import { type HeaderList, prepareWhole, sendWhole, type WholeAnswer } from "./whole-answer";

type Encoding = Compression | "identity";

/** A page as it is sent, the same to everyone who may share it. */
export type FinishedPage = {
  headers: HeaderList;
  body: Buffer;
  etag: string;
  encoded: Map<Encoding, WholeAnswer | Promise<WholeAnswer>>;
};

type Written = { headers: OutgoingHttpHeaders; body: Buffer; nonce: string };

const policy = "content-security-policy";

/** Allows the page's own scripts by their hashes: a nonce would be the same for all visitors. */
export function finishPage({ headers, body: written, nonce }: Written): FinishedPage {
  const { body, hashes } = withoutNonce(written, nonce);
  const allowed = hashes.map((hash) => ` '${hash}'`).join("");
  const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
  const shared: OutgoingHttpHeaders = {
    ...headers,
    [policy]: String(headers[policy]).replace(` 'nonce-${nonce}'`, allowed),
    vary: "Accept-Encoding, Cookie",
    etag,
  };
  const names = Object.keys(shared).filter((name) => !ofRequest.includes(name) && shared[name] !== undefined);
  return { headers: names.flatMap((name) => [name, String(shared[name])]), body, etag, encoded: new Map() };
}

const ofRequest = [
  "x-request-id",
  "set-cookie",
  "connection",
  "keep-alive",
  "date",
  "transfer-encoding",
  "content-length",
];

/** Only scripts that the app has marked are allowed: one that got into the page otherwise does not know the nonce. */
function withoutNonce(body: Buffer, nonce: string): { body: Buffer; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const html = body.toString("utf8");
  if (!html.includes(mark)) return { body, hashes: [] };
  const hashes = new Set<string>();
  for (const { index, 0: element } of html.matchAll(/<script\b[^>]*>/g)) {
    if (!element.includes(mark) || / src=|ld\+json/.test(element)) continue;
    const start = index + element.length;
    const script = html.slice(start, html.indexOf("</script>", start));
    hashes.add(`sha256-${createHash("sha256").update(script).digest("base64")}`);
  }
  return { body: Buffer.from(html.replaceAll(mark, "")), hashes: [...hashes] };
}

/** Sends the page, or 304 to a browser that has it. `cookie` is for this visitor only. */
export function sendFinished(
  page: FinishedPage,
  { isHead, acceptEncoding, ifNoneMatch }: Wanted,
  response: ServerResponse,
  cookie: string | null = null,
): Promise<void> | null {
  const isKnown = names(ifNoneMatch, page.etag);
  const send = (encoded: WholeAnswer | null) => {
    if (response.destroyed || response.headersSent) return;
    if (encoded && !isHead && !cookie && sendWhole(response, encoded)) return;
    const { headers } = encoded ?? page;
    writeHead(response, encoded ? 200 : 304, cookie ? [...headers, "set-cookie", cookie] : headers);
    response.end(isHead ? undefined : encoded?.body);
  };
  const encoded = isKnown ? null : encode(page, chooseEncoding(page, acceptEncoding));
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

function chooseEncoding({ body }: FinishedPage, accepted = ""): Encoding {
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
function encode(page: FinishedPage, encoding: Encoding): WholeAnswer | Promise<WholeAnswer> {
  const known = page.encoded.get(encoding);
  if (known) return known;
  const finish = (body: Buffer): WholeAnswer => {
    const own = encoding === "identity" ? [] : ["content-encoding", encoding];
    const ready = prepareWhole([...page.headers, "content-length", String(body.length), ...own], body);
    page.encoded.set(encoding, ready);
    return ready;
  };
  const body = compressors[encoding](page.body);
  const encoded = body instanceof Promise ? body.then(finish) : finish(body);
  page.encoded.set(encoding, encoded);
  return encoded;
}
