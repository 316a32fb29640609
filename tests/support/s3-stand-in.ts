import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/**
 * An in-memory S3 store: PUT, also in parts, GET with one range, HEAD, DELETE and lists of `keysPerPage`. Refuses wrong or
 * expired signatures.
 */
type S3StandIn = {
  settings: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  objects: Map<string, Buffer>;
  /** For example "GET video/….webm bytes=0-9". */
  requests: string[];
  /** Returns the number of responses that the client cut off. */
  abandoned: () => number;
  stop: () => Promise<void>;
};

const region = "eu-test-1";
const bucket = "breathroom";
const accessKeyId = "test-key";
const secretAccessKey = "test-secret";
const chunkBytes = 64 * 1024;

export async function startS3StandIn({ keysPerPage = 1000 } = {}): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const uploads = createUploads(objects);
  const requests: string[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    answer(request, response, { objects, uploads, requests, keysPerPage }).catch((error: NodeJS.ErrnoException) => {
      abandoned += error.code === "ERR_STREAM_PREMATURE_CLOSE" ? 1 : 0;
      response.destroy(error);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { endpoint, region, bucket, accessKeyId, secretAccessKey },
    objects,
    requests,
    abandoned: () => abandoned,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Store = {
  objects: Map<string, Buffer>;
  uploads: ReturnType<typeof createUploads>;
  requests: string[];
  keysPerPage: number;
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { objects, uploads, requests, keysPerPage }: Store,
): Promise<void> {
  const url = new URL(request.url!, `http://${request.headers.host}`);
  const body = await buffer(request);
  const refusal = refusalOf(request, url, body);
  if (refusal) return void fail(response, 403, refusal);
  const [, name, ...rest] = url.pathname.split("/");
  const key = decodeURIComponent(rest.join("/"));
  if (name !== bucket) return void fail(response, 404, "NoSuchBucket");
  requests.push([request.method, key, request.headers.range].filter(Boolean).join(" "));
  if (uploads.takes(url)) return uploads.answer({ method: request.method, url, key, body }, response);
  if (url.searchParams.has("list-type")) return void list(url, response, objects, keysPerPage);
  switch (request.method) {
    case "PUT":
      objects.set(key, body);
      return void response.setHeader("ETag", etagOf(body)).end();
    case "DELETE":
      objects.delete(key);
      return void response.writeHead(204).end();
    default:
      await send(request, response, url, objects.get(key));
  }
}

function list(
  { searchParams }: URL,
  response: ServerResponse,
  objects: Map<string, Buffer>,
  keysPerPage: number,
): void {
  const after = searchParams.get("continuation-token") ?? "";
  const prefix = searchParams.get("prefix") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, keysPerPage);
  const isTruncated = page.length < keys.length;
  answerXml(
    response,
    "ListBucketResult",
    `<IsTruncated>${isTruncated}</IsTruncated>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}` +
      (isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""),
  );
}

type PartRequest = { method: string | undefined; url: URL; key: string; body: Buffer };

/** Joins the parts of an object when it is completed. */
function createUploads(objects: Map<string, Buffer>) {
  const parts = new Map<number, Buffer>();
  return {
    takes: ({ searchParams }: URL) => searchParams.has("uploads") || searchParams.has("uploadId"),
    answer({ method, url, key, body }: PartRequest, response: ServerResponse) {
      const part = url.searchParams.get("partNumber");
      if (url.searchParams.has("uploads")) {
        parts.clear();
        return answerXml(response, "InitiateMultipartUploadResult", "<UploadId>1</UploadId>");
      }
      if (method === "PUT") {
        parts.set(Number(part), body);
        return void response.setHeader("ETag", etagOf(body)).end();
      }
      const numbers = [...parts.keys()].sort((a, b) => a - b);
      objects.set(key, Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0))));
      return answerXml(response, "CompleteMultipartUploadResult", `<ETag>${etagOf(body)}</ETag>`);
    },
  };
}

function answerXml(response: ServerResponse, name: string, content: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`;
  response.writeHead(200, { "Content-Type": "application/xml" }).end(text);
}

async function send(request: IncomingMessage, response: ServerResponse, url: URL, object: Buffer | undefined) {
  if (!object) return void fail(response, 404, "NoSuchKey");
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  const content = first ? object.subarray(Number(first), Number(last) + 1) : object;
  response.writeHead(first ? 206 : 200, {
    "Content-Type": url.searchParams.get("response-content-type") ?? "application/octet-stream",
    "Cache-Control": url.searchParams.get("response-cache-control") ?? "no-cache",
    "Content-Disposition": url.searchParams.get("response-content-disposition") ?? "inline",
    "Content-Length": content.length,
    ETag: etagOf(object),
    ...(first && { "Content-Range": `bytes ${first}-${last}/${object.length}` }),
  });
  if (request.method === "HEAD") response.end();
  else await pipeline(inChunks(content), response);
}

function* inChunks(content: Buffer) {
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
}

function fail(response: ServerResponse, status: number, code: string): void {
  const content = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { "Content-Type": "application/xml" }).end(content);
}

/** Signature version 4, in headers or in the address. */
function refusalOf({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const inAddress = url.searchParams.get("X-Amz-Signature");
  const [, signedNames = "", given = ""] = inAddress
    ? [null, url.searchParams.get("X-Amz-SignedHeaders")!, inAddress]
    : (/SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(headers.authorization ?? "") ?? []);
  const date = inAddress ? url.searchParams.get("X-Amz-Date")! : String(headers["x-amz-date"]);
  const payload = inAddress ? "UNSIGNED-PAYLOAD" : String(headers["x-amz-content-sha256"]);
  if (/^[0-9a-f]{64}$/.test(payload) && payload !== sha256(body)) return "XAmzContentSHA256Mismatch";
  if (inAddress && Date.now() > whenOf(date) + Number(url.searchParams.get("X-Amz-Expires")) * 1000)
    return "AccessDenied";
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...signedNames.split(";").map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    signedNames,
    payload,
  ].join("\n");
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const signature = hmac(signingKey(date.slice(0, 8)), text).toString("hex");
  const isRight = given.length === signature.length && timingSafeEqual(Buffer.from(given), Buffer.from(signature));
  return isRight ? null : "SignatureDoesNotMatch";
}

function canonicalQuery(url: URL): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const pairs = [...url.searchParams].filter(([name]) => name !== "X-Amz-Signature");
  return pairs
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const signingKey = (day: string) =>
  [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
const whenOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, "$1-$2-$3T$4:$5:$6Z"));
const etagOf = (content: Buffer) => `"${createHash("md5").update(content).digest("hex")}"`;
