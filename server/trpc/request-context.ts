import type { Services } from "../core/services";
import type { Currency } from "../core/currencies";
import type { Auth, Context } from "../core/context";
import { readVisitor } from "./visitor";

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
