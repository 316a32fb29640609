import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { encodingFor, type Encoding as Compression } from "../built-files";
import { createRequestId } from "../report-errors";
import type { PageRequest } from "./visit";

type Encoding = Compression | "identity";

/** Names and values in turn, as Node writes them. */
type HeaderList = string[];

/** A page as it is sent, the same to everyone who may share it. */
export type FinishedPage = {
  headers: HeaderList;
  body: Buffer;
  etag: string;
  encoded: Map<Encoding, Promise<Buffer>>;
};

type RenderedPage = { headers: OutgoingHttpHeaders; body: Buffer; nonce: string };

const policy = "content-security-policy";

/** Allows the page's own scripts by their hashes: a nonce would be the same for all visitors. */
export function finishPage({ headers, body: rendered, nonce }: RenderedPage): FinishedPage {
  const { body, hashes } = withoutNonce(rendered, nonce);
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
export async function sendPage(
  page: FinishedPage,
  { isHead, acceptEncoding, ifNoneMatch }: PageRequest,
  response: ServerResponse,
  cookie: string | null = null,
): Promise<void> {
  const isKnown = names(ifNoneMatch, page.etag);
  const encoding = chooseEncoding(page, acceptEncoding);
  const body = isKnown ? null : await encode(page, encoding);
  if (response.destroyed || response.headersSent) return;
  const headers = [...page.headers, ...(cookie ? ["set-cookie", cookie] : [])];
  if (body) headers.push("content-length", String(body.length));
  if (body && encoding !== "identity") headers.push("content-encoding", encoding);
  writeHead(response, body ? 200 : 304, headers);
  response.end(isHead ? undefined : body);
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

const chooseEncoding = ({ body }: FinishedPage, accepted = ""): Encoding =>
  (body.length < smallest ? null : encodingFor(accepted)) ?? "identity";

const names = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*");

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
  identity: (body) => Promise.resolve(body),
};

/** Compresses once for all who ask. */
function encode({ body, encoded }: FinishedPage, encoding: Encoding): Promise<Buffer> {
  const made = encoded.get(encoding) ?? compressors[encoding](body);
  encoded.set(encoding, made);
  return made;
}
