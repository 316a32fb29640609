import { eq } from "drizzle-orm";
import {
  auditEntries,
  bookingMoves,
  bookingTickets,
  creditEntries,
  disputes,
  giftCardEntries,
  giftCards,
  invoiceNumbers,
  invoicePayments,
  invoices,
  passes as passRows,
  purchases as purchaseRows,
  liveSessions,
  payments,
  refunds,
  bookingColumns,
  bookingPayers,
  paysFor,
  sessionBookings,
  sessionWaitlist,
} from "@db/schema";
import type { TestApp } from "../../support/test-app";

export type Books = Awaited<ReturnType<typeof readBooks>>;

export async function readBooks({ db }: Pick<TestApp, "db">) {
  const [
    sessions,
    edits,
    bookings,
    tickets,
    moves,
    purchases,
    entries,
    paid,
    back,
    passes,
    credits,
    cards,
    cardEntries,
    disputed,
    documents,
    invoiced,
    counters,
  ] = await Promise.all([
    db.select().from(liveSessions),
    db.select().from(auditEntries).where(eq(auditEntries.action, "session.edited")),
    db.select(bookingColumns).from(sessionBookings).leftJoin(bookingPayers, paysFor),
    db.select().from(bookingTickets),
    db.select().from(bookingMoves),
    db.select().from(purchaseRows),
    db.select().from(sessionWaitlist),
    db.select().from(payments),
    db.select().from(refunds),
    db.select().from(passRows),
    db.select().from(creditEntries),
    db.select().from(giftCards),
    db.select().from(giftCardEntries),
    db.select().from(disputes),
    db.select().from(invoices),
    db.select().from(invoicePayments),
    db.select().from(invoiceNumbers),
  ]);
  const live = bookings.filter(({ status }) => status !== "cancelled");
  const money = { payments: paid, refunds: back, disputes: disputed, passes, credits, cards, cardEntries };
  const issued = { documents, invoiced, counters };
  return { sessions, edits, bookings, tickets, moves, live, purchases, entries, ...money, ...issued };
}
