import type { Queryable } from "@db/client";
import {
  bookingPayers,
  bookingTickets,
  creditEntries,
  type Pass,
  passes,
  payments,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { and, count, eq, exists, isNull, ne, notExists, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { sumMinor } from "../../core/money";
import { unusedOf } from "../../catalogue/passes/unused";
import { leftOf, type PaidPayment, withRefunds } from "../paid-payments";

type CreditKind = (typeof creditEntries.$inferSelect)["kind"];

/** What the books say of one pass: its entries by kind, the tickets that it pays for, and its money. */
export type PassBook = {
  pass: Pass;
  entries: Partial<Record<CreditKind, number>>;
  /** Credits taken for live tickets. */
  taken: number;
  /** Live tickets of bookings that it is to have paid for, without a credit taken. */
  unpaidTickets: number;
  paidMinor: number;
  /** What was paid and has not gone back. */
  keptMinor: number;
  /** The part of what is kept for which credits are still to be used. */
  unusedMinor: number;
};

/** Reads the books of all passes, in a number of statements that does not grow with them. */
export async function readPassBooks(db: Queryable, now: Date): Promise<PassBook[]> {
  const [rows, entries, takenOf, unpaid, paid] = await Promise.all([
    db.select().from(passes).orderBy(passes.createdAt, passes.id),
    db
      .select({
        passId: creditEntries.passId,
        kind: creditEntries.kind,
        amount: sum(creditEntries.amount).mapWith(Number),
      })
      .from(creditEntries)
      .groupBy(creditEntries.passId, creditEntries.kind),
    sumTaken(db),
    countUnpaidTickets(db),
    readPaid(db),
  ]);
  const entriesOf = new Map<string, PassBook["entries"]>();
  for (const { passId, kind, amount } of entries) {
    entriesOf.set(passId, { ...entriesOf.get(passId), [kind]: amount });
  }
  const paidOf = new Map<string | null, PaidPayment[]>();
  for (const part of paid) {
    const { purchaseId } = part.payment;
    paidOf.set(purchaseId, [...(paidOf.get(purchaseId) ?? []), part]);
  }
  return rows.map((pass) => {
    const own = paidOf.get(pass.purchaseId) ?? [];
    const book = {
      pass,
      entries: entriesOf.get(pass.id) ?? {},
      taken: takenOf.get(pass.id) ?? 0,
      unpaidTickets: unpaid.get(pass.id) ?? 0,
      paidMinor: sumMinor(own.map(({ payment }) => payment)),
      keptMinor: own.reduce((all, part) => all + leftOf(part), 0),
    };
    const unused = unusedOf(pass, leftOn(book), now)?.amountMinor ?? 0;
    return { ...book, unusedMinor: Math.min(unused, book.keptMinor) };
  });
}

/** Returns the balance of a pass. */
export const leftOn = ({ entries }: Pick<PassBook, "entries">): number =>
  Object.values(entries).reduce((all, amount) => all + amount, 0);

const isLive = and(isNull(bookingTickets.cancelledAt), ne(sessionBookings.status, "cancelled"));

const returned = alias(creditEntries, "returned");
const taken = alias(creditEntries, "taken");

async function sumTaken(db: Queryable): Promise<Map<string, number>> {
  const isReturned = db
    .select({ one: sql`1` })
    .from(returned)
    .where(eq(returned.takenId, creditEntries.id));
  const rows = await db
    .select({ passId: creditEntries.passId, amount: sum(creditEntries.amount).mapWith(Number) })
    .from(creditEntries)
    .innerJoin(bookingTickets, eq(bookingTickets.id, creditEntries.ticketId))
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .where(and(eq(creditEntries.kind, "taken"), isLive, notExists(isReturned)))
    .groupBy(creditEntries.passId);
  return new Map(rows.map(({ passId, amount }) => [passId, -amount]));
}

/** What a discount code has made free needs no credit, and may stand beside tickets that a pass pays for. */
async function countUnpaidTickets(db: Queryable): Promise<Map<string, number>> {
  const isReturned = db
    .select({ one: sql`1` })
    .from(returned)
    .where(eq(returned.takenId, taken.id));
  const isTaken = db
    .select({ one: sql`1` })
    .from(taken)
    .where(and(eq(taken.ticketId, bookingTickets.id), notExists(isReturned)));
  const isAgreed = and(eq(bookingTickets.shareMinor, 0), isNull(sessionBookings.appliedDiscountCode));
  const rows = await db
    .select({ passId: passes.id, tickets: count() })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .innerJoin(bookingPayers, paysFor)
    .innerJoin(passes, eq(passes.id, bookingPayers.passId))
    .where(and(isLive, isAgreed, notExists(isTaken)))
    .groupBy(passes.id);
  return new Map(rows.map(({ passId, tickets }) => [passId, tickets]));
}

async function readPaid(db: Queryable): Promise<PaidPayment[]> {
  const isOfPass = db
    .select({ one: sql`1` })
    .from(passes)
    .where(eq(passes.purchaseId, payments.purchaseId));
  const paid = await db
    .select()
    .from(payments)
    .where(and(eq(payments.state, "paid"), exists(isOfPass)));
  return withRefunds(db, paid);
}
