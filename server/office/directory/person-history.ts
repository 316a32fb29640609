import {
  bookingColumns,
  bookingPayers,
  bookingTickets,
  liveSessions,
  paysFor,
  purchases,
  sessionBookings,
} from "@db/schema";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { readHealthNote } from "../../selling/bookings/health/health-notes";
import { isConfirmed } from "../../selling/bookings/mails/mail-booking";
import { describeMoves } from "../../selling/bookings/move/moves";
import { hasCheckIns } from "../../selling/bookings/attendees/session-attendance";
import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { type Currency, formatAmount } from "../../core/money";
import { printTotal } from "../../platform/money/print-order";
import { moneyNotes, readMoney, shownStatus } from "../../payments/order-money";
import { personKeyOf, type Person, recordKeysOf, whereBookingsOf, wherePurchasesOf } from "./person-records";

type HistoryItem = {
  id: string;
  kind: "booking" | "purchase";
  title: string;
  date: string;
  at: Date;
  recordedAt: Date;
  sessionId: string | null;
  status: string;
  price: string;
  attendance: "visit" | "no_show" | null;
  healthNote: string | null;
  /** The sessions that a booking has left. */
  moves: string[];
  /** That it is cancelled, and what has become of its money. */
  notes: string[];
  canResend: boolean;
};

type History = {
  items: HistoryItem[];
  visits: number;
  noShows: number;
  spent: string[];
  toRefund: string[];
  /** When the first booking or purchase was made. */
  since: Date | null;
};

export async function readHistories(ctx: Context, people: Person[]): Promise<History[]> {
  const [booked, bought] = await Promise.all([readBookings(ctx, people), readPurchases(ctx, people)]);
  const money = await readMoney(
    ctx.db,
    [...booked, ...bought].map(({ item }) => item),
  );
  const owned = new Map<string, HistoryItem[]>();
  for (const { person, item, isCancelled, isRefundWaived } of [...booked, ...bought]) {
    const key = personKeyOf(person);
    const paid = money.get(item.id);
    const notes = [...(isCancelled ? ["Cancelled"] : []), ...moneyNotes(paid, { ...item, isRefundWaived })];
    owned.set(key, [...(owned.get(key) ?? []), { ...item, notes, status: shownStatus(item.status, paid) }]);
  }
  return people.map((person) => {
    const items = recordKeysOf(person).flatMap((key) => owned.get(key) ?? []);
    return {
      items: items.sort((a, b) => b.at.getTime() - a.at.getTime()),
      visits: items.filter(({ attendance }) => attendance === "visit").length,
      noShows: items.filter(({ attendance }) => attendance === "no_show").length,
      ...printPaid(
        items.flatMap(({ id }) => {
          const paid = money.get(id);
          return paid ? { ...paid, toRefundMinor: paid.returningMinor + paid.byHandMinor } : [];
        }),
      ),
      since: earliestOf(items.map(({ recordedAt }) => recordedAt)),
    };
  });
}

type PersonalHistoryItem = {
  person: { userId: string | null; email: string };
  item: HistoryItem;
  isCancelled: boolean;
  isRefundWaived: boolean;
};

/** Returns whether someone was there. Unknown attendance, at a session without check-ins, counts as a visit. */
export const attendanceAt = (now: Date) => sql<HistoryItem["attendance"]>`case
  when ${liveSessions.cancelledAt} is not null or ${liveSessions.startTime} > ${now.toISOString()}::timestamptz
    or ${sessionBookings.status} not in ('confirmed', 'completed') then null
  when not ${hasCheckIns} or ${isCheckedIn} then 'visit' else 'no_show' end`;

/**
 * A condition that, unlike `exists`, is looked up for each row by an index, and never in all tickets that there are.
 */
const isCheckedIn = sql`(select true from ${bookingTickets} as ticket
  where ticket.booking_id = ${sessionBookings.id} and ticket.checked_in_at is not null limit 1) is not null`;

async function readBookings(ctx: Context, people: Person[]): Promise<PersonalHistoryItem[]> {
  const rows = await ctx.db
    .select({ booking: bookingColumns, session: liveSessions, attendance: attendanceAt(ctx.clock.now()) })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(isNull(sessionBookings.archivedAt), whereBookingsOf(people)))
    .orderBy(desc(liveSessions.startTime));
  const moves = await describeMoves(
    ctx,
    rows.map(({ booking }) => booking).filter(({ movedAt }) => movedAt !== null),
  );
  return rows.map(({ booking, session, attendance }) => ({
    person: { userId: booking.userId, email: booking.attendeeEmail },
    isCancelled: booking.status === "cancelled",
    isRefundWaived: booking.refundWaivedAt !== null,
    item: {
      id: booking.id,
      kind: "booking",
      title: session.title,
      date: dayOf(session.startTime, ctx.visitor.timeZone),
      at: session.startTime,
      recordedAt: booking.createdAt,
      sessionId: session.id,
      status: booking.status === "confirmed" ? booking.status : booking.paymentStatus,
      price: printTotal(booking),
      attendance,
      healthNote: readHealthNote(ctx.settings, booking),
      moves: moves.get(booking.id) ?? [],
      notes: [],
      canResend: isConfirmed({ booking, session }, ctx.clock.now()),
    },
  }));
}

async function readPurchases(ctx: Context, people: Person[]): Promise<PersonalHistoryItem[]> {
  const rows = await ctx.db
    .select()
    .from(purchases)
    .where(and(isNull(purchases.archivedAt), wherePurchasesOf(people)))
    .orderBy(desc(purchases.createdAt));
  return rows.map((purchase) => ({
    person: { userId: purchase.userId, email: purchase.customerEmail },
    isCancelled: false,
    isRefundWaived: false,
    item: {
      id: purchase.id,
      kind: "purchase",
      title: purchase.productTitle,
      date: dayOf(purchase.createdAt, ctx.visitor.timeZone),
      at: purchase.createdAt,
      recordedAt: purchase.createdAt,
      sessionId: null,
      status: purchase.status,
      price: printTotal(purchase),
      attendance: null,
      healthNote: null,
      moves: [],
      notes: [],
      canResend: false,
    },
  }));
}

const earliestOf = (dates: Date[]): Date | null =>
  dates.reduce<Date | null>((first, date) => (first && first < date ? first : date), null);

type IncomePart = { currency: Currency; incomeMinor: number; toRefundMinor: number };

/** Prints what someone has spent, as Insights count it, and what is still to go back to them. */
export const printPaid = (paid: IncomePart[]): { spent: string[]; toRefund: string[] } => ({
  spent: printSums(paid, ({ incomeMinor }) => incomeMinor),
  toRefund: printSums(paid, ({ toRefundMinor }) => toRefundMinor),
});

function printSums(paid: IncomePart[], minorOf: (part: IncomePart) => number): string[] {
  const sums = new Map<Currency, number>();
  for (const part of paid) sums.set(part.currency, (sums.get(part.currency) ?? 0) + minorOf(part));
  return [...sums]
    .filter(([, sum]) => sum > 0)
    .map(([currency, amountMinor]) => formatAmount({ amountMinor, currency }));
}
