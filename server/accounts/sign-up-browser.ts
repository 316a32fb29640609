import { type CookieName, setCookie } from "../core/cookies";
import type { Context } from "../core/context";
import type { Settings } from "../core/env";
import { hashToken } from "../core/secrets";
import { lifetimeMinutes } from "./account-tokens";

/** A confirmation link signs in only the browser that signed up, or that knew the password when the link was sent. */

export const signUpCookieName = "sign_up" satisfies CookieName;

type CookieSettings = Pick<Settings, "isLive" | "cookieSecrets">;

export const signUpCookie = (settings: CookieSettings, key: string): string =>
  setCookie(settings, signUpCookieName, key, lifetimeMinutes("verify_email") * 60);

export function isBrowserOf({ session }: Pick<Context, "session">, link: { browserHash: string | null }): boolean {
  return session.signUpKey !== null && link.browserHash === hashToken(session.signUpKey);
}
