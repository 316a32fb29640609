import { randomBytes } from "node:crypto";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import helmet from "helmet";
import type { Settings } from "../core/env";
import { logRefusedAccess } from "../core/security-log";
import type { Services } from "../core/services";

/** Gives each response a nonce for its own scripts, and every header that narrows what a page may do. */
export function securityHeaders(settings: Settings, { isDevelopment }: { isDevelopment: boolean }): RequestHandler[] {
  // The compiler's reload socket has a port of its own.
  const developmentSockets = isDevelopment ? ["ws:"] : [];
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
          scriptSrc: ["'self'", (_request, response) => `'nonce-${(response as Response).locals.nonce}'`],
          // Toasts bring their style element along.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", "data:", "https:"],
          // A recording may lie elsewhere; its address is known to those who may watch it only.
          mediaSrc: ["'self'", "https:", ...storeOrigin(settings)],
          connectSrc: ["'self'", ...developmentSockets],
          workerSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          // Without JavaScript the booking form is answered by a redirect to Stripe's page.
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

/** The headers of answers without content that come before the app: what is malformed or too slow. */
export const bareHeaders = ({ isLive }: Pick<Settings, "isLive">): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  ...(isLive && { "Strict-Transport-Security": `max-age=${hsts.maxAge}; includeSubDomains` }),
});

/** A store without https, as on one's own machine, has to be named. */
function storeOrigin({ mediaRedirect, s3 }: Settings): string[] {
  return mediaRedirect && s3?.endpoint ? [new URL(s3.endpoint).origin] : [];
}

/** Refuses what another site's page posts in a visitor's name. Browsers say where a post comes from; Stripe does not. */
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
    response.status(403).type("text").send("Cross-site request refused");
  };
}

function isSameHost(origin: string, request: Request): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.get("Host");
}
