import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { and, desc, gt, isNull, ne } from "drizzle-orm";
import { countPeople, mostCompared, notePaid, noteUnusual } from "../../platform/money/price-notes";
import { printEntered } from "../../platform/money/session-price";
import { listBooked } from "../../selling/bookings/mails/mail-booking";

type PriceColumns = Pick<
  LiveSession,
  "id" | "priceMinor" | "highestPriceMinor" | "enteredPriceMinor" | "enteredHighestMinor" | "enteredCurrency"
>;

/** Says how a price compares with those of the last sessions, if it is unusual. */
export async function noteUnusualPrice(tx: Transaction, session: PriceColumns): Promise<string[]> {
  const { priceMinor, offerId, createdAt, id } = liveSessions;
  const last = await tx
    .select({ priceMinor })
    .from(liveSessions)
    .where(and(gt(priceMinor, 0), isNull(offerId), ne(id, session.id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostCompared);
  return noteUnusual({
    price: { amountMinor: session.highestPriceMinor ?? session.priceMinor, currency: "GBP" },
    printed: printEntered(session),
    last: last.map((row) => row.priceMinor),
    what: "sessions",
  });
}

/** Says what those have paid who are booked, and that they keep it. */
export async function notePaidPrices(tx: Transaction, { id }: Pick<LiveSession, "id">): Promise<string[]> {
  const booked = (await listBooked(tx, id)).map((booking) => ({ ...booking, email: booking.attendeeEmail }));
  const paid = booked.filter(({ totalMinor, paymentStatus }) => totalMinor > 0 && paymentStatus === "paid");
  if (booked.length === 0 || paid.length > 0) return notePaid(paid);
  return [`${countPeople(booked, "is", "are")} booked. For them nothing changes.`];
}
