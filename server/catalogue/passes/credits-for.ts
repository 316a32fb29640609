import type { LiveSession, Pass } from "@db/schema";

/** What the rule reads of a session. */
export type CreditedSession = Pick<LiveSession, "creditCost" | "priceMinor" | "enteredPriceMinor" | "enteredCurrency">;

/**
 * Returns how many credits of a pass, or of a membership, a place in a session takes; null where it can't pay for it. A
 * number that the instructor has typed holds whatever the price, and 0 means never. Without one, a place takes one credit
 * up to the limit. Of several prices the lowest counts, because every customer may choose it; of an early one, the later price.
 */
export function creditsFor(session: CreditedSession, { placeLimit: limit }: Pick<Pass, "placeLimit">): number | null {
  const { creditCost } = session;
  if (creditCost !== null) return creditCost === 0 ? null : creditCost;
  if (limit === null) return 1;
  const isWithin =
    session.enteredCurrency === limit.enteredCurrency
      ? session.enteredPriceMinor <= limit.enteredPriceMinor
      : session.priceMinor <= limit.priceMinor;
  return isWithin ? 1 : null;
}
