import { parse } from "cookie";
import { readBrowserId } from "../bookings/browser-cookie";
import { readHeld } from "../bookings/held-cookie";
import type { Settings } from "../core/env";
import { readCurrency } from "../money/currency-cookie";
import type { Visitor } from "./context";

/** Reads what the browser's cookies say of the visitor, and falls back on the site's own zone and on pounds. */
export function readVisitor(cookieHeader: string | null | undefined, settings: Settings): Omit<Visitor, "address"> {
  return {
    currency: readCurrency(settings, cookieHeader) ?? "GBP",
    timeZone: knownTimeZone(parse(cookieHeader ?? "").tz) ?? settings.siteTimeZone,
    heldBookings: readHeld(settings, cookieHeader),
    browserId: readBrowserId(settings, cookieHeader),
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
