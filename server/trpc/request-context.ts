import type { Currency } from "../pricing/money";
import type { Services } from "../services";
import type { Auth, Context } from "./context";
import { readVisitor } from "./visitor";

export type RequestFacts = {
  cookieHeader: string | null | undefined;
  /** What was found out for a first visit, whose cookie goes out with this response. */
  currency?: Currency | null;
  /** Where the request comes from. */
  address: string;
  auth: Auth;
};

/** What the procedures get to know of one request. */
export function contextFor(services: Services, { cookieHeader, currency, address, auth }: RequestFacts): Context {
  const visitor = { ...readVisitor(cookieHeader, services.settings), address, ...(currency && { currency }) };
  return { ...services, visitor, user: auth.user, session: auth.session, rates: services.rateBook.current() };
}
