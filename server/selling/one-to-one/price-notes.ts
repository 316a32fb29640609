import type { Transaction } from "@db/client";
import { liveSessions, type OneToOneOffer, oneToOneOffers, sessionBookings } from "@db/schema";
import { and, desc, eq, gt, inArray, ne } from "drizzle-orm";
import { mostCompared, notePaid, noteUnusual } from "../../platform/money/price-notes";
import { printEntered } from "../../platform/money/session-price";

type PriceColumns = Pick<
  OneToOneOffer,
  "priceMinor" | "highestPriceMinor" | "enteredPriceMinor" | "enteredHighestMinor" | "enteredCurrency"
>;

/** `before`: what it cost until now; null if it is new. */
type Former = { id: string; before: PriceColumns | null };

/** Says how a price compares with those of the last offers and its own until now, if it is unusual. */
export async function noteUnusualOffer(tx: Transaction, offer: PriceColumns & Former): Promise<string[]> {
  const { priceMinor, createdAt, id } = oneToOneOffers;
  const last = await tx
    .select({ priceMinor })
    .from(oneToOneOffers)
    .where(and(gt(priceMinor, 0), ne(id, offer.id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostCompared);
  const own = offer.before && offer.before.priceMinor > 0 ? [offer.before.priceMinor] : [];
  return noteUnusual({
    price: { amountMinor: offer.highestPriceMinor ?? offer.priceMinor, currency: "GBP" },
    printed: printEntered(offer),
    last: [...own, ...last.map((row) => row.priceMinor)],
    what: "one-to-one sessions",
  });
}

/** Says what those have paid who have booked a time that is still to come, and that they keep it. */
export async function notePaidTimes(tx: Transaction, offerId: string, now: Date): Promise<string[]> {
  const { attendeeEmail: email, totalMinor, quantity, currency, status, paymentStatus } = sessionBookings;
  const isToCome = and(eq(liveSessions.offerId, offerId), gt(liveSessions.startTime, now));
  const isPaid = and(inArray(status, ["completed", "confirmed"]), eq(paymentStatus, "paid"), gt(totalMinor, 0));
  const paid = await tx
    .select({ email, totalMinor, quantity, currency })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(isToCome, isPaid));
  return notePaid(paid);
}
