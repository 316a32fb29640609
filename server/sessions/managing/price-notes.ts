import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, liveSessions } from "@db/schema";
import { and, desc, gt, isNull, ne } from "drizzle-orm";
import { normalEmail } from "../../core/email-address";
import { formatAmount, formatPrice } from "../../core/money";
import { printEntered } from "../../selling/money/session-price";
import { listBooked } from "../bookings/mail-booking";

type PriceColumns = Pick<
  LiveSession,
  "id" | "priceMinor" | "highestPriceMinor" | "enteredPriceMinor" | "enteredHighestMinor" | "enteredCurrency"
>;

const mostCompared = 10;

/** Says how a price compares with those of the last sessions, if it is ten times as much or a tenth; a free one is not compared. */
export async function noteUnusualPrice(tx: Transaction, session: PriceColumns): Promise<string[]> {
  const price = session.highestPriceMinor ?? session.priceMinor;
  if (price === 0) return [];
  const { priceMinor, offerId, createdAt, id } = liveSessions;
  const last = await tx
    .select({ priceMinor })
    .from(liveSessions)
    .where(and(gt(priceMinor, 0), isNull(offerId), ne(id, session.id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostCompared);
  const usual = last.map((row) => row.priceMinor).sort((a, b) => a - b)[Math.floor(last.length / 2)];
  if (usual === undefined || (price < usual * 10 && price * 10 > usual)) return [];
  const isDear = price > usual;
  return [
    `${printEntered(session)} is ${isDear ? "ten times" : "a tenth of"} what your last sessions cost, or ${isDear ? "more" : "less"}: about ${formatPrice({ amountMinor: usual, currency: "GBP" })}.`,
  ];
}

/** Says what those have paid who are booked, and that they keep it. */
export async function notePaidPrices(tx: Transaction, { id }: Pick<LiveSession, "id">): Promise<string[]> {
  const booked = await listBooked(tx, id);
  if (booked.length === 0) return [];
  const paid = booked.filter(({ totalMinor, paymentStatus }) => totalMinor > 0 && paymentStatus === "paid");
  if (paid.length === 0) return [`${peopleIn(booked, "is", "are")} booked. For them nothing changes.`];
  const [amount, ...others] = new Set(paid.map(printEach));
  const what = amount && others.length === 0 ? ` ${amount}` : "";
  return [`${peopleIn(paid, "has", "have")} paid${what}. They keep what they paid.`];
}

const printEach = ({ totalMinor, quantity, currency }: Booking): string =>
  totalMinor % quantity === 0
    ? formatPrice({ amountMinor: totalMinor / quantity, currency })
    : formatAmount({ amountMinor: totalMinor, currency });

function peopleIn(bookings: Booking[], one: string, several: string): string {
  const count = new Set(bookings.map(({ attendeeEmail }) => normalEmail(attendeeEmail))).size;
  return count === 1 ? `1 person ${one}` : `${count} people ${several}`;
}
