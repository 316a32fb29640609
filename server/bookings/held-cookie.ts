import { createHmac, timingSafeEqual } from "node:crypto";
import type { Settings } from "../env";

/** Remembers which unpaid places this browser holds. */
export const heldCookieName = "held";

/** Nobody holds more at the same time, or only the newest are remembered. */
const most = 10;
const bookingId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Secret = Pick<Settings, "cookieSecret">;

/** What the cookie holds: the bookings' ids, newest first, under our signature. */
export function signHeld(settings: Secret, ids: string[]): string {
  const list = [...new Set(ids)].slice(0, most).join(".");
  return `${list}~${signatureOf(settings, list)}`;
}

/** The ids in a cookie of ours; none in any other. */
export function readHeld(settings: Secret, cookie: string | undefined): string[] {
  const [list = "", signature = ""] = (cookie ?? "").split("~");
  if (!list || !settings.cookieSecret || !isEqual(signature, signatureOf(settings, list))) return [];
  return list.split(".").filter((id) => bookingId.test(id));
}

const signatureOf = ({ cookieSecret }: Secret, list: string) =>
  createHmac("sha256", cookieSecret ?? "")
    .update(`held bookings: ${list}`)
    .digest("base64url");

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
