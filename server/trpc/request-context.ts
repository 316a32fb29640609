import { fixedRates } from "../pricing/rates";
import type { Services } from "../services";
import type { Auth, Context } from "./context";
import { readVisitor } from "./visitor";

export type RequestFacts = {
  cookieHeader: string | null | undefined;
  /** Where the request comes from. */
  address: string;
  auth: Auth;
};

/** What the procedures get to know of one request. */
export function contextFor(services: Services, { cookieHeader, address, auth }: RequestFacts): Context {
  const visitor = { ...readVisitor(cookieHeader, services.settings), address };
  return { ...services, visitor, user: auth.user, session: auth.session, rates: fixedRates };
}
