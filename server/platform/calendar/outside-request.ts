import { lookup as lookUpName } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Readable } from "node:stream";
import ipaddr from "ipaddr.js";

/** Why an outside service gave no usable answer. */
type OutsideFailure = "address" | "not_public" | "redirects" | "too_large" | "slow" | "unreachable" | "certificate";

/** Its message holds neither the address nor anything that was received: both may be secret. */
export class OutsideError extends Error {
  override name = "OutsideError";

  constructor(readonly reason: OutsideFailure) {
    super(`no answer from outside: ${reason}`);
  }
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

type OutsideRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The most bytes of a body, after decompression. */
  maxBytes: number;
  /** Ends the request, at whatever point it is. */
  signal: AbortSignal;
  followsRedirects?: boolean;
  /** Allows this machine's own address, without encryption: for tests. */
  allowsThisMachine: boolean;
  /** Finds the addresses of a name. */
  resolve?: Resolve;
};

type OutsideAnswer = { url: string; status: number; headers: Headers; body: Buffer };

const maxRedirects = 5;
const thisMachine = "127.0.0.1";
const resolveAll: Resolve = (host) => lookUpName(host, { all: true });

/**
 * Asks a service that someone else has named, over https at a public address. A name is resolved once, and the connection
 * made to what was checked. Each redirect is checked like the first address; a sign-in is not sent on to another origin.
 * Throws an OutsideError.
 */
export async function askOutside(address: string, request: OutsideRequest): Promise<OutsideAnswer> {
  let url = checkedUrl(address, request);
  let { headers = {} } = request;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await open(url, { ...request, headers });
    const location = response.headers.location;
    const { statusCode: status = 0 } = response;
    if (request.followsRedirects && location && status >= 300 && status < 400) {
      response.destroy();
      const next = checkedUrl(location, request, url);
      if (next.origin !== url.origin) {
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization"),
        );
      }
      url = next;
      continue;
    }
    return { url: url.href, status, headers: headersOf(response), body: await readBody(response, request) };
  }
  throw new OutsideError("redirects");
}

function checkedUrl(address: string, { allowsThisMachine }: OutsideRequest, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new OutsideError("address");
  const url = new URL(address, base);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (allowsThisMachine && host === thisMachine && url.protocol === "http:") return url;
  if (url.protocol !== "https:" || url.username || url.password) throw new OutsideError("address");
  // Node resolves no literal address, so that the check below would not see it.
  if (isIP(host) && !isAllowed(host, allowsThisMachine)) throw new OutsideError("not_public");
  return url;
}

const isAllowed = (address: string, allowsThisMachine: boolean) =>
  isPublicAddress(address) || (allowsThisMachine && address === thisMachine);

function open(url: URL, request: OutsideRequest): Promise<IncomingMessage> {
  const { method = "GET", headers, body, signal } = request;
  const options: RequestOptions = {
    method,
    headers: { "accept-encoding": "identity", "user-agent": "Breathroom", ...headers },
    lookup: checkedLookup(request),
    // A connection that is kept would be one to an address that was checked earlier.
    agent: false,
    signal,
  };
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = start(url, options, resolve);
    outgoing.on("error", (error) => reject(reasonOf(error, signal)));
    outgoing.end(body);
  });
}

/** Returns a lookup that Node calls once for each connection; it connects to what this returns. */
function checkedLookup({ resolve = resolveAll, allowsThisMachine }: OutsideRequest): LookupFunction {
  return (host, options, callback) => {
    const answer = async () => {
      const found = await resolve(host);
      const [first] = found;
      if (!first) throw new OutsideError("unreachable");
      if (found.some(({ address }) => !isAllowed(address, allowsThisMachine))) throw new OutsideError("not_public");
      return { found, first };
    };
    answer().then(
      ({ found, first }) => (options.all ? callback(null, found) : callback(null, first.address, first.family)),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

function reasonOf(error: unknown, signal: AbortSignal): OutsideError {
  if (error instanceof OutsideError) return error;
  if (signal.aborted) return new OutsideError("slow");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new OutsideError(/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? "certificate" : "unreachable");
}

function headersOf({ headers }: IncomingMessage): Headers {
  const texts = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
  );
  return new Headers(texts);
}

async function readBody(response: IncomingMessage, { maxBytes, signal }: OutsideRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (Number(response.headers["content-length"]) > maxBytes) throw new OutsideError("too_large");
    for await (const chunk of decoded(response)) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw new OutsideError("too_large");
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw reasonOf(error, signal);
  } finally {
    response.destroy();
  }
}

/** Some services compress although they are asked not to. */
function decoded(response: IncomingMessage): Readable {
  const makers: Record<string, () => ReturnType<typeof createGunzip>> = {
    gzip: createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const make = makers[response.headers["content-encoding"] ?? ""];
  if (!make) return response;
  const decompress = make();
  response.on("error", (error) => decompress.destroy(error));
  return response.pipe(decompress);
}

/** Returns whether an IP address is one of the public internet: not this machine, not its network, not a cloud's own. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // The library calls unicast what has no other name; all public IPv6 addresses begin with the bits 001.
  return address instanceof ipaddr.IPv4 || (address.parts[0] ?? 0) >> 13 === 1;
}
