import { eq } from "drizzle-orm";
import {
  auditEntries,
  bookingMoves,
  bookingTickets,
  creditEntries,
  giftCardEntries,
  giftCards,
  passes as passRows,
  purchases as purchaseRows,
  liveSessions,
  payments,
  refunds,
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
  ] = await Promise.all([
    db.select().from(liveSessions),
    db.select().from(auditEntries).where(eq(auditEntries.action, "session.edited")),
    db.select().from(sessionBookings),
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
  ]);
  const live = bookings.filter(({ status }) => status !== "cancelled");
  const money = { payments: paid, refunds: back, passes, credits, cards, cardEntries };
  return { sessions, edits, bookings, tickets, moves, live, purchases, entries, ...money };
}
