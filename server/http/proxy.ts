import type { Request, RequestHandler } from "express";
import type { Services } from "../core/services";

type IsTrusted = (address: string, hop: number) => boolean;

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
  const isTrusted = request.app.get("trust proxy fn") as IsTrusted;
  const forwarded = request.get("X-Forwarded-Host")?.split(",")[0]?.trim();
  const isFromProxy = forwarded && isTrusted(request.socket.remoteAddress ?? "", 0);
  return isFromProxy ? forwarded : request.get("Host");
}

/** Warns once if a live site is behind an unnamed proxy: all visitors would share its address and rate limits. */
export function noteUnknownProxy({ settings, log }: Pick<Services, "settings" | "log">): RequestHandler {
  let isNoted = !settings.isLive;
  return (request, _response, next) => {
    if (!isNoted && request.get("X-Forwarded-For") !== undefined) {
      const isTrusted = request.app.get("trust proxy fn") as IsTrusted;
      isNoted = !isTrusted(request.socket.remoteAddress ?? "", 0);
      if (isNoted) log.warn("X-Forwarded-For from an address that TRUST_PROXY does not name: is it your proxy?");
    }
    next();
  };
}
