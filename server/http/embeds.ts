import type { RequestHandler, Response } from "express";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";

/** The pages that are made to be framed by other websites. */
export const framedPath = /^\/embed\/(?:schedule|passes|free-times|sessions\/[\da-f-]{36})$/;

/**
 * Lets the websites that the instructor has named frame a page, and takes the cookies from its request: such a page is
 * the same for all. It has no cookie that tells the visitor's zone, so its address does.
 */
export function admitFraming(services: Services): RequestHandler {
  return async ({ headers, query }, response, next) => {
    delete headers.cookie;
    if (typeof query.zone === "string") headers.cookie = `tz=${encodeURIComponent(query.zone)}`;
    const { embedOrigins } = await readSiteSettings(services);
    allowFraming(response, embedOrigins);
    next();
  };
}

function allowFraming(response: Response, origins: string[]): void {
  const policy = String(response.getHeader("Content-Security-Policy"));
  const ancestors = ["frame-ancestors 'self'", ...origins].join(" ");
  response.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", ancestors));
  response.removeHeader("X-Frame-Options");
  response.set("Cross-Origin-Resource-Policy", "cross-origin");
}
