import { randomBytes } from "node:crypto";
import type { ServerBuild } from "@remix-run/node";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import helmet from "helmet";
import type { Settings } from "../core/env";
import { logRefusedAccess } from "../core/security-log";
import type { Services } from "../core/services";
import { sendPlain } from "./plain-page";
import { isBelowUploads, uploadMethods } from "./uploads";

type Build = Pick<ServerBuild, "mode" | "publicPath">;

export function securityHeaders(settings: Settings, { mode, publicPath }: Build): RequestHandler[] {
  const developmentSockets = mode === "development" ? ["ws:"] : [];
  const assets = URL.canParse(publicPath) ? [new URL(publicPath).origin] : [];
  return [
    (_request, response, next) => {
      response.locals.nonce = randomBytes(16).toString("base64");
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...assets, (_request, response) => `'nonce-${(response as Response).locals.nonce}'`],
          // The toast library inserts a style element.
          styleSrc: ["'self'", ...assets, "'unsafe-inline'"],
          fontSrc: ["'self'", ...assets],
          imgSrc: ["'self'", ...assets, "data:"],
          // Recordings may be hosted elsewhere.
          mediaSrc: ["'self'", "https:", ...storeOrigin(settings)],
          connectSrc: ["'self'", ...developmentSockets],
          workerSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          // Without JavaScript the booking form redirects to Stripe.
          formAction: ["'self'", "https://checkout.stripe.com"],
          ...(settings.isLive && { upgradeInsecureRequests: [] }),
        },
      },
      referrerPolicy: { policy: "strict-origin-when-cross-origin" },
      strictTransportSecurity: settings.isLive ? hsts : false,
      crossOriginEmbedderPolicy: false,
    }),
  ];
}

const hsts = { maxAge: 31_536_000, includeSubDomains: true };

export const bareHeaders = ({ isLive }: Pick<Settings, "isLive">): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  ...(isLive && { "Strict-Transport-Security": `max-age=${hsts.maxAge}; includeSubDomains` }),
});

/** Only needed for a store without https, as in development. */
function storeOrigin({ mediaRedirect, s3 }: Settings): string[] {
  return mediaRedirect && s3?.endpoint ? [new URL(s3.endpoint).origin] : [];
}

/** Refuses posts from other sites' pages. Browsers send Origin or Sec-Fetch-Site; Stripe sends neither. */
export function refuseCrossSitePosts(services: Pick<Services, "log" | "settings" | "clock">) {
  const ownOrigin = new URL(services.settings.siteUrl).origin;
  return (request: Request, response: Response, next: NextFunction) => {
    if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return next();
    const origin = request.get("Origin");
    const site = request.get("Sec-Fetch-Site");
    const isForeignOrigin = origin !== undefined && origin !== ownOrigin && !isSameHost(origin, request);
    const isForeignSite = site !== undefined && site !== "same-origin" && site !== "none";
    if (!isForeignOrigin && !isForeignSite) return next();
    logRefusedAccess(services, { code: "forbidden" }, { reason: "cross-site" });
    sendPlain(request, response, { status: 403, title: "Cross-site request refused" });
  };
}

function isSameHost(origin: string, request: Request): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.get("Host");
}

const maxHeaders = 100;
const methods = ["GET", "HEAD", "POST"];

/** No address of ours has more; patterns of routes backtrack, so that a path of thousands would take seconds. */
export const mostSegments = 12;
const mostPathBytes = 400;
const mostQueryBytes = 2048;
/** Calls have their input in the query. */
const ownQueries = /^\/(?:api\/trpc\/|__manifest$)/;

export const refuseMalformed: RequestHandler = (request, response, next) => {
  const path = decode(request.path);
  if (isTooLong(request.path) || (path !== null && isTooLong(path))) {
    return void response.status(404).type("text").send("Not found");
  }
  const allowed = isBelowUploads(request.path) ? uploadMethods : methods;
  if (!allowed.includes(request.method)) {
    response.set("Allow", allowed.join(", "));
    return sendPlain(request, response, { status: 405, title: "This method is not allowed here." });
  }
  if (!ownQueries.test(request.path) && queryOf(request).length > mostQueryBytes) {
    return void response.status(414).type("text").send("The address is too long.");
  }
  if (request.rawHeaders.length / 2 > maxHeaders) {
    return sendPlain(request, response, { status: 431, title: "The request has too many headers." });
  }
  // These could bypass the checks above.
  if (countOf(request, "host") !== 1 || request.get("X-HTTP-Method-Override") || !requestUrl(request)) {
    return sendPlain(request, response, { status: 400, title: "The request could not be understood." });
  }
  if (path === null)
    return sendPlain(request, response, { status: 400, title: "The address could not be understood." });
  // Headers and PostgreSQL refuse control characters; a page's own path is where its forms are sent.
  if (controlCharacter.test(path) || otherHost.test(path))
    return sendPlain(request, response, { status: 404, title: "Page not found." });
  next();
};

const countOf = ({ rawHeaders }: Request, name: string): number =>
  rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name).length;

const controlCharacter = /\p{Cc}/u;

/** The beginning of a path in which browsers read a host, in a link or a form. */
const otherHost = /^\/[/\\]/;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const queryOf = ({ originalUrl }: Request): string =>
  originalUrl.slice(originalUrl.indexOf("?") + 1 || originalUrl.length);

const isTooLong = (path: string): boolean =>
  Buffer.byteLength(path) > mostPathBytes || path.split("/").length - 1 > mostSegments;

type TrustCheck = (address: string, hop: number) => boolean;

/** Returns null if the request line or Host header is malformed. Only trusted proxies may set the host. */
export function requestUrl(request: Request): URL | null {
  const host = hostOf(request);
  const { protocol, originalUrl } = request;
  if (!host || !/^https?$/.test(protocol) || !hostPattern.test(host) || !originalUrl.startsWith("/")) return null;
  const address = `${protocol}://${host}${originalUrl}`;
  return URL.canParse(address) ? new URL(address) : null;
}

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function hostOf(request: Request): string | undefined {
  const isTrusted = request.app.get("trust proxy fn") as TrustCheck;
  const forwarded = request.get("X-Forwarded-Host")?.split(",")[0]?.trim();
  const isFromProxy = forwarded && isTrusted(request.socket.remoteAddress ?? "", 0);
  return isFromProxy ? forwarded : request.get("Host");
}

/** Warns once if a live site is behind an unnamed proxy: all visitors would share its address and rate limits. */
export function noteUnknownProxy({ settings, log }: Pick<Services, "settings" | "log">): RequestHandler {
  let isNoted = !settings.isLive;
  return (request, _response, next) => {
    if (!isNoted && request.get("X-Forwarded-For") !== undefined) {
      const isTrusted = request.app.get("trust proxy fn") as TrustCheck;
      isNoted = !isTrusted(request.socket.remoteAddress ?? "", 0);
      if (isNoted) log.warn("X-Forwarded-For from an address that TRUST_PROXY does not name: is it your proxy?");
    }
    next();
  };
}
