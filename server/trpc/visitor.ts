import { parse } from "cookie";
import { browserCookieName, readBrowserId } from "../bookings/browser-cookie";
import { heldCookieName, readHeld } from "../bookings/held-cookie";
import type { Settings } from "../env";
import { currencyCookieName } from "../currencies/currency-cookie";
import { isCurrency } from "../pricing/money";
import type { Visitor } from "./context";

/** Reads what the browser's cookies say of the visitor, and falls back on the site's own zone and on pounds. */
export function readVisitor(cookieHeader: string | null | undefined, settings: Settings): Omit<Visitor, "address"> {
  const cookies = parse(cookieHeader ?? "");
  const currency = cookies[currencyCookieName];
  return {
    currency: isCurrency(currency) ? currency : "GBP",
    timeZone: knownTimeZone(cookies.tz) ?? settings.siteTimeZone,
    heldBookings: readHeld(settings, cookies[heldCookieName]),
    browserId: readBrowserId(settings, cookies[browserCookieName]),
  };
}

/** The zone by its usual name; null for what is none. */
export function knownTimeZone(zone: string | undefined): string | null {
  if (!zone || !/^[A-Za-z0-9_+/-]{1,64}$/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
