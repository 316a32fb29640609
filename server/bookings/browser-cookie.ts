import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Settings } from "../env";

/** Names this browser by a random number, so that its unpaid holds can be counted. It opens nothing. */
export const browserCookieName = "browser";

type Secret = Pick<Settings, "cookieSecret">;

/** Returns the cookie of a browser that has none yet. */
export function newBrowserCookie(settings: Secret): string {
  const browserId = randomBytes(16).toString("base64url");
  return `${browserId}~${signatureOf(settings, browserId)}`;
}

/** Returns the browser's number from a cookie with our signature; null for any other. */
export function readBrowserId(settings: Secret, cookie: string | undefined): string | null {
  const [browserId = "", signature = ""] = (cookie ?? "").split("~");
  if (!browserId || !settings.cookieSecret) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(settings, browserId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? browserId : null;
}

const signatureOf = ({ cookieSecret }: Secret, browserId: string) =>
  createHmac("sha256", cookieSecret ?? "")
    .update(`browser: ${browserId}`)
    .digest("base64url");
