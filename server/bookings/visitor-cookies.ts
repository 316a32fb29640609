import { randomBytes } from "node:crypto";
import { readSignedCookie, setSignedCookie } from "../core/cookies";
import type { Settings } from "../core/env";
import { isUuid } from "../core/uuid";

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

/** A browser's older holds have ended, or only the newest are remembered. */
const most = 10;

/** Returns the Set-Cookie header by which a browser remembers the unpaid bookings that it holds, newest first. */
export const keepHeld = (settings: CookieSettings, ids: string[]): string =>
  setSignedCookie(settings, "held", [...new Set(ids)].slice(0, most), daySeconds);

/** Returns the ids in a Cookie header; none without our signature. */
export function readHeld(settings: CookieSettings, header: string | null | undefined): string[] {
  const ids = readSignedCookie(settings, header, "held");
  return Array.isArray(ids) ? ids.map(String).filter((id) => isUuid(id)) : [];
}
