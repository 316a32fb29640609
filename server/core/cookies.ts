import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, serialize, type SerializeOptions } from "cookie";
import { deriveKey } from "./derived-key";
import type { Settings } from "./env";

export type CookieName =
  | "breathroom_session"
  | "breathroom_device"
  | "sign_up"
  | "flash"
  | "booking_draft"
  | "purchase"
  | "reset"
  | "held"
  | "passes"
  | "browser"
  | "currency"
  | "playing"
  | "kept_form";

type CookieSettings = Pick<Settings, "isLive" | "cookieSecrets">;

/** Returns a cookie's full name: `__Host-` makes browsers refuse it from other hosts and over http. */
export const cookieName = ({ isLive }: Pick<Settings, "isLive">, name: CookieName): string =>
  isLive ? `__Host-${name}` : name;

const cookieOptions = ({ isLive }: Pick<Settings, "isLive">): SerializeOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: isLive,
});

/** Returns the header that sets a cookie. `maxAge` is in seconds. */
export const setCookie = (settings: CookieSettings, name: CookieName, value: string, maxAge: number): string =>
  serialize(cookieName(settings, name), value, { ...cookieOptions(settings), maxAge });

export const forgetCookie = (settings: CookieSettings, name: CookieName): string => setCookie(settings, name, "", 0);

export const readCookie = (
  settings: CookieSettings,
  header: string | null | undefined,
  name: CookieName,
): string | undefined => parse(header ?? "")[cookieName(settings, name)];

/** Signs the value for this name, so that it is refused in another cookie. */
export function setSignedCookie(settings: CookieSettings, name: CookieName, value: unknown, maxAge: number): string {
  return setCookie(settings, name, signValue(settings, name, value), maxAge);
}

/** Returns null if the cookie is missing or its signature is wrong. Accepts every configured secret. */
export function readSignedCookie(
  settings: CookieSettings,
  header: string | null | undefined,
  name: CookieName,
): unknown {
  return verifyValue(settings, name, readCookie(settings, header, name));
}

export function signValue({ cookieSecrets }: CookieSettings, name: CookieName, value: unknown): string {
  const [secret] = cookieSecrets;
  if (!secret) throw new Error("Signed cookies need COOKIE_SECRET.");
  const text = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${text}~${signatureOf(secret, name, text)}`;
}

export function verifyValue({ cookieSecrets }: CookieSettings, name: CookieName, signed: string | undefined): unknown {
  if (!signed) return null;
  const [text = "", signature = ""] = signed.split("~");
  const isSigned = cookieSecrets.some((secret) => isEqual(signature, signatureOf(secret, name, text)));
  return isSigned ? (JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as unknown) : null;
}

function signatureOf(secret: string, name: CookieName, text: string): string {
  return createHmac("sha256", deriveKey(secret, "signed cookies")).update(`${name}=${text}`).digest("base64url");
}

function isEqual(text: string, otherText: string): boolean {
  const [a, b] = [Buffer.from(text), Buffer.from(otherText)];
  return a.length === b.length && timingSafeEqual(a, b);
}
