import { parse } from "cookie";
import { readBrowserId } from "../bookings/browser-cookie";
import { readHeld } from "../bookings/held-cookie";
import type { Settings } from "../core/env";
import { readCurrency } from "../money/currency-cookie";
import type { Visitor } from "../core/context";
import { knownTimeZone } from "../core/time-zones";

/** Reads what the browser's cookies say of the visitor, and falls back on the site's own zone and on pounds. */
export function readVisitor(cookieHeader: string | null | undefined, settings: Settings): Omit<Visitor, "address"> {
  return {
    currency: readCurrency(settings, cookieHeader) ?? "GBP",
    timeZone: knownTimeZone(parse(cookieHeader ?? "").tz) ?? settings.siteTimeZone,
    heldBookings: readHeld(settings, cookieHeader),
    browserId: readBrowserId(settings, cookieHeader),
  };
}
