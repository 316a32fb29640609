import { and, asc, eq } from "drizzle-orm";
import { requirePresent } from "../../core/errors";
import type { Queryable } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  bookingTickets,
  payments,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { refundFacts } from "../../selling/bookings/mails/mail-booking";
import { keptTotalMinor, listTicketsOf } from "../../selling/bookings/tickets";
import { printCredits } from "../../platform/money/print-order";
import { sumTaken } from "../../catalogue/passes/list-taken";
import { disputedOf, leftOf, lostOf, type PaidPayment, withRefunds } from "../../payments/paid-payments";
import { formatAmount } from "../../core/money";
import { attendeeOf } from "../../platform/mail/templates";

/** `keptMinor`: the shares of cancelled tickets that the admin keeps, named once for each booking. */
type SessionPayment = PaidPayment & { booking: Booking; keptMinor: number };

export async function readSessionMoney(db: Queryable, sessionId: string): Promise<SessionPayment[]> {
  const rows = await db
    .select({ payment: payments, booking: bookingColumns })
    .from(payments)
    .innerJoin(sessionBookings, eq(sessionBookings.id, payments.bookingId))
    .leftJoin(bookingPayers, paysFor)
    .where(and(eq(sessionBookings.sessionId, sessionId), eq(payments.state, "paid")))
    .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id), asc(payments.createdAt));
  const paid = await withRefunds(
    db,
    rows.map(({ payment }) => payment),
  );
  const bookings = new Map(rows.map(({ payment, booking }) => [payment.id, booking]));
  const tickets = await listTicketsOf(db, [...bookings.values()]);
  const last = new Map(rows.map(({ payment, booking }) => [booking.id, payment.id]));
  return paid.map((part) => {
    const booking = requirePresent(bookings.get(part.payment.id), "the booking of a payment");
    const isLast = last.get(booking.id) === part.payment.id;
    return { ...part, booking, keptMinor: isLast ? keptTotalMinor(tickets.get(booking.id) ?? []) : 0 };
  });
}

/** Returns the credits that come back onto passes if a session is cancelled, such as "3 credits"; null if none do. */
export async function readSessionCredits(db: Queryable, sessionId: string): Promise<string | null> {
  const tickets = db
    .select({ id: bookingTickets.id })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .where(eq(sessionBookings.sessionId, sessionId));
  const credits = await sumTaken(db, tickets);
  return credits > 0 ? printCredits(credits) : null;
}

export function expectedRefunds(money: SessionPayment[]) {
  const live = money.filter(({ booking }) => booking.status === "completed" || booking.status === "confirmed");
  const parts = live
    .map((part) => ({ ...part, amountMinor: leftOf(part) }))
    .filter(({ amountMinor }) => amountMinor > 0);
  return {
    ...refundFacts(parts.map(({ payment, amountMinor }) => ({ ...payment, amountMinor }))),
    atBank: atBank(live),
    toHandOver: parts.filter(isByHand).map(handOver),
  };
}

/** Returns what a bank has of the bookings, which can't be refunded: over which it decides, and what it has given back. */
function atBank(money: SessionPayment[]) {
  const bookings = (amountOf: (part: SessionPayment) => number) =>
    new Set(money.filter((part) => amountOf(part) > 0).map(({ booking }) => booking.id)).size;
  return {
    disputed: { amount: sumOf(money, disputedOf), bookings: bookings(disputedOf) },
    lost: { amount: sumOf(money, lostOf), bookings: bookings(lostOf) },
  };
}

const sumOf = (parts: SessionPayment[], amountOf: (part: SessionPayment) => number): string | null =>
  refundFacts(parts.map((part) => ({ ...part.payment, provider: "stripe", amountMinor: amountOf(part) }))).byCard;

export function settledRefunds(money: SessionPayment[]) {
  const owed = money.filter((part) => isByHand(part) && part.returningMinor > 0);
  const isDue = ({ booking }: SessionPayment) => booking.status === "cancelled" && booking.refundWaivedAt === null;
  return {
    returned: sumOf(money, ({ returnedMinor }) => returnedMinor),
    onItsWay: sumOf(
      money.filter((part) => !isByHand(part)),
      ({ returningMinor }) => returningMinor,
    ),
    missing: sumOf(money.filter(isDue), (part) => leftOf(part) - part.keptMinor),
    atBank: atBank(money.filter(isDue)),
    byHand: sumOf(owed, ({ returningMinor }) => returningMinor),
    toHandOver: owed.map((part) => handOver({ ...part, amountMinor: part.returningMinor })),
  };
}

const isByHand = ({ payment }: PaidPayment) => payment.provider === "outside";

const handOver = ({ booking, payment, amountMinor }: SessionPayment & { amountMinor: number }) => ({
  name: attendeeOf(booking).name,
  amount: formatAmount({ amountMinor, currency: payment.currency }),
});
