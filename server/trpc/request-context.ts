import { parse } from "cookie";
import { readBrowserId, readHeld } from "../bookings/visitor-cookies";
import type { Auth, Context, Visitor } from "../core/context";
import type { Settings } from "../core/env";
import type { Currency } from "../core/money";
import type { Services } from "../core/services";
import { knownTimeZone } from "../core/dates";
import { readCurrency } from "../money/currency-choice";

type RequestFacts = {
  cookieHeader: string | null | undefined;
  /** What was found out for a first visit, whose cookie goes out with this response. */
  currency?: Currency | null;
  /** Where the request comes from. */
  address: string;
  auth: Auth;
};

/** What the procedures get to know of one request. */
export function contextFor(services: Services, { cookieHeader, currency, address, auth }: RequestFacts): Context {
  const { user } = auth;
  const visitor = {
    ...readVisitor(cookieHeader, services.settings),
    address,
    ...(currency && { currency }),
    ...(user?.timeZone && { timeZone: user.timeZone }),
    ...(user?.currency && { currency: user.currency }),
  };
  return { ...services, visitor, user, session: auth.session, rates: services.rateBook.current() };
}

/** Reads what the browser's cookies say of the visitor, and falls back on the site's own zone and on pounds. */
export function readVisitor(cookieHeader: string | null | undefined, settings: Settings): Omit<Visitor, "address"> {
  return {
    currency: readCurrency(settings, cookieHeader) ?? "GBP",
    timeZone: knownTimeZone(parse(cookieHeader ?? "").tz) ?? settings.siteTimeZone,
    heldBookings: readHeld(settings, cookieHeader),
    browserId: readBrowserId(settings, cookieHeader),
  };
}
