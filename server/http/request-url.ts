import type { Request } from "express";

type IsTrusted = (address: string, hop: number) => boolean;

/**
 * Returns the address that was asked for, or null when the request line or the Host header is malformed. A proxy that
 * is not trusted has no say in it.
 */
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
