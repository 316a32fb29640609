import { randomBytes } from "node:crypto";
import { readSignedCookie, setSignedCookie } from "../core/cookies";
import type { Settings } from "../core/env";
import { isUuid } from "../core/input-schemas";

const daySeconds = 24 * 60 * 60;

type CookieSettings = Pick<Settings, "isLive" | "cookieSecrets">;

/** Returns a random number that identifies the browser, only to count its unpaid holds. */
export const newBrowserCookie = (settings: CookieSettings): string =>
  setSignedCookie(settings, "browser", randomBytes(16).toString("base64url"), daySeconds);

export function readBrowserId(settings: CookieSettings, header: string | null | undefined): string | null {
  const browserId = readSignedCookie(settings, header, "browser");
  return typeof browserId === "string" ? browserId : null;
}

const maxHeldBookings = 10;

export const heldBookingsCookie = (settings: CookieSettings, ids: string[]): string =>
  setSignedCookie(settings, "held", [...new Set(ids)].slice(0, maxHeldBookings), daySeconds);

export function readHeldBookings(settings: CookieSettings, header: string | null | undefined): string[] {
  const ids = readSignedCookie(settings, header, "held");
  return Array.isArray(ids) ? ids.map(String).filter((id) => isUuid(id)) : [];
}
