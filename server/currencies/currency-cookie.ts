import type { SerializeOptions } from "cookie";
import type { Settings } from "../env";

/** Holds the currency that a visitor has picked, or that was found out for her. */
export const currencyCookieName = "currency";

const yearSeconds = 365 * 24 * 60 * 60;

export const currencyCookieOptions = ({ siteUrl }: Pick<Settings, "siteUrl">): SerializeOptions => ({
  path: "/",
  maxAge: yearSeconds,
  httpOnly: true,
  sameSite: "lax",
  secure: siteUrl.startsWith("https:"),
});
