import type { RequestHandler } from "express";
import type { Services } from "../core/services";

type IsTrusted = (address: string, hop: number) => boolean;

/**
 * Warns once when a live site is asked through a proxy that TRUST_PROXY does not name: then all visitors have its
 * address, and share what one network may do.
 */
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
