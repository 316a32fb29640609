import { parse } from "cookie";
import { readBrowserPasses } from "../catalogue/passes/holder";
import { readBrowserId, readBrowserBookings } from "../selling/bookings/pay/hold-cap";
import type { Auth, Context, Visitor } from "../core/context";
import type { Settings } from "../core/env";
import type { Currency } from "../core/money";
import type { Services } from "../core/services";
import { knownTimeZone } from "../core/dates";
import { readCurrency } from "../platform/money/currency-choice";

type RequestFacts = {
  cookieHeader: string | null | undefined;
  /** The currency of a first visit, before the cookie exists. */
  currency?: Currency | null;
  address: string;
  auth: Auth;
};

export function contextFor(services: Services, facts: RequestFacts): Context {
  const { cookieHeader, currency, address, auth } = facts;
  const { user } = auth;
  const visitor = {
    ...readVisitor(cookieHeader, services.settings),
    address,
    ...(currency && { currency }),
    ...(user?.timeZone && { timeZone: user.timeZone }),
    ...(user?.currency && { currency: user.currency }),
  };
  return {
    ...services,
    visitor,
    user,
    session: auth.session,
    rates: services.rateCache.current(),
    settingsMemo: services.settingsMemo ?? {},
  };
}

export function readVisitor(cookieHeader: string | null | undefined, settings: Settings): Omit<Visitor, "address"> {
  return {
    currency: readCurrency(settings, cookieHeader) ?? "GBP",
    timeZone: knownTimeZone(parse(cookieHeader ?? "").tz) ?? settings.siteTimeZone,
    browserBookings: readBrowserBookings(settings, cookieHeader),
    browserPasses: readBrowserPasses(settings, cookieHeader),
    browserId: readBrowserId(settings, cookieHeader),
  };
}
