import { randomBytes } from "node:crypto";
import { readSignedCookie, setSignedCookie } from "../core/cookies";
import type { Settings } from "../core/env";

const daySeconds = 24 * 60 * 60;

type CookieSettings = Pick<Settings, "isLive" | "cookieSecrets">;

/** Returns the Set-Cookie header that names a browser by a random number, to count its unpaid holds. It opens nothing. */
export const newBrowserCookie = (settings: CookieSettings): string =>
  setSignedCookie(settings, "browser", randomBytes(16).toString("base64url"), daySeconds);

/** Returns the browser's number from a Cookie header; null without our signature. */
export function readBrowserId(settings: CookieSettings, header: string | null | undefined): string | null {
  const browserId = readSignedCookie(settings, header, "browser");
  return typeof browserId === "string" ? browserId : null;
}
