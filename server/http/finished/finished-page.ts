import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Encoding, encodingFor } from "../built-files";

/** A page as it is sent, the same to everyone who may share it. */
export type FinishedPage = {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  etag: string;
  encoded: Map<Encoding, Promise<Buffer>>;
};

type Written = { headers: OutgoingHttpHeaders; body: Buffer; nonce: string };

const policy = "content-security-policy";

/** Allows the page's own scripts by their hashes: a nonce would be the same for all visitors. */
export function finishPage({ headers, body: written, nonce }: Written): FinishedPage {
  const { body, hashes } = withoutNonce(written, nonce);
  const allowed = hashes.map((hash) => ` '${hash}'`).join("");
  const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
  const shared = Object.entries(headers).filter(([name]) => !ofRequest.includes(name));
  return {
    headers: {
      ...Object.fromEntries(shared),
      [policy]: String(headers[policy]).replace(` 'nonce-${nonce}'`, allowed),
      vary: "Accept-Encoding, Cookie",
      etag,
    },
    body,
    etag,
    encoded: new Map(),
  };
}

const ofRequest = ["x-request-id", "set-cookie", "connection", "keep-alive", "date", "transfer-encoding"];

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
export async function sendFinished(
  page: FinishedPage,
  request: IncomingMessage,
  response: ServerResponse,
  cookie: string | null = null,
): Promise<void> {
  const encoding = page.body.length < smallest ? null : encodingFor(request.headers["accept-encoding"]);
  const isKnown = names(request.headers["if-none-match"], page.etag);
  const body = encoding && !isKnown ? await encode(page, encoding) : page.body;
  if (response.destroyed || response.headersSent) return;
  const headers = {
    ...page.headers,
    ...(!response.hasHeader("x-request-id") && { "x-request-id": randomBytes(8).toString("hex") }),
    ...(cookie && { "set-cookie": cookie }),
  };
  if (isKnown) return void response.writeHead(304, headers).end();
  response.writeHead(200, {
    ...headers,
    "content-length": body.length,
    ...(encoding && { "content-encoding": encoding }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

const smallest = 1024;

const names = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*");

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** Compresses once for all who ask. */
function encode({ body, encoded }: FinishedPage, encoding: Encoding): Promise<Buffer> {
  const known = encoded.get(encoding) ?? compressors[encoding](body);
  encoded.set(encoding, known);
  return known;
}
