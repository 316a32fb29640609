import { fixedRates } from "../pricing/rates";
import type { Services } from "../services";
import type { Context } from "./context";
import { readVisitor } from "./visitor";

/** What the procedures get to know of one request. */
export function contextFor(services: Services, cookieHeader: string | null | undefined): Context {
  return { ...services, visitor: readVisitor(cookieHeader, services.settings), user: null, rates: fixedRates };
}
