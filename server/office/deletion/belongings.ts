import { lockPayments } from "../../payments/lock";
import { lockPurchases } from "../../selling/purchases/lock";
import { lockRequests } from "../../payments/withdrawals/lock";
import { lockBookings } from "../../selling/bookings/lock";
import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  disputes,
  type LiveSession,
  liveSessions,
  type OneToOneRequest,
  payments,
  paysFor,
  purchases,
  refunds,
  sessionBookings,
  sessionWaitlist,
  testimonials,
  users,
  withdrawalRequests,
} from "@db/schema";
import { whereEverBookedBy } from "../../catalogue/schedule/whose-bookings";
import type { Dispute, Payment, Refund } from "../../payments/paid-payments";
import { whereEverBoughtBy } from "../../selling/purchases/my-purchases";
import type { Purchase } from "../../selling/purchases/transitions";
import { listRequestsOf } from "../../selling/one-to-one/own-requests";
import { type Entry, whereEntryOf } from "../../selling/waitlist/entries";
import { sessionsOfEntries } from "../../selling/waitlist/lines";
import type { WithdrawalRequest } from "../../payments/withdrawals/mails";

export type Belongings = {
  bookings: { booking: Booking; session: LiveSession }[];
  entries: Entry[];
  /** The sessions that they wait for, and the dates of the courses. */
  entrySessions: string[];
  purchases: Purchase[];
  payments: Payment[];
  refunds: Refund[];
  disputes: Dispute[];
  testimonials: (typeof testimonials.$inferSelect)[];
  withdrawals: WithdrawalRequest[];
  /** For a time of a one-to-one session. */
  requests: OneToOneRequest[];
};

type AccountRef = { id: string };

export async function findBelongings(db: Queryable, account: AccountRef): Promise<Belongings> {
  const bookings = await db
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(whereEverBookedBy(account))
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id));
  const entries = await db
    .select()
    .from(sessionWaitlist)
    .where(whereEntryOf(account))
    .orderBy(asc(sessionWaitlist.createdAt), asc(sessionWaitlist.id));
  const bought = await db
    .select()
    .from(purchases)
    .where(whereEverBoughtBy(account))
    .orderBy(asc(purchases.createdAt), asc(purchases.id));
  const paid = await paymentsOf(db, bookings, bought);
  const paymentIds = paid.map(({ id }) => id);
  return {
    bookings,
    entries,
    entrySessions: await sessionsOfEntries(db, entries),
    purchases: bought,
    payments: paid,
    refunds: await db
      .select()
      .from(refunds)
      .where(inArray(refunds.paymentId, paymentIds))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    disputes: await db.select().from(disputes).where(inArray(disputes.paymentId, paymentIds)),
    testimonials: await db
      .select()
      .from(testimonials)
      .where(eq(testimonials.userId, account.id))
      .orderBy(asc(testimonials.createdAt), asc(testimonials.id)),
    withdrawals: await db
      .select()
      .from(withdrawalRequests)
      .where(whereWithdrawnBy(account))
      .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id)),
    requests: await listRequestsOf(db, account),
  };
}

/** Anyone can type an address, so it says something about its holder only once it is confirmed. */
const whereWithdrawnBy = ({ id }: AccountRef) =>
  eq(
    sql`lower(${withdrawalRequests.email})`,
    sql`(select lower(${users.email}) from ${users} where ${and(eq(users.id, id), isNotNull(users.emailConfirmedAt))})`,
  );

export const sessionIdsOf = ({ bookings, entrySessions, requests }: Belongings): string[] => [
  ...new Set([
    ...bookings.map(({ session }) => session.id),
    ...entrySessions,
    ...requests.map(({ sessionId }) => sessionId),
  ]),
];

/**
 * Locks bookings, purchases, withdrawals, payments, in this order. The caller has locked the sessions and the account.
 */
export async function lockBelongings(tx: Transaction, account: AccountRef): Promise<Belongings> {
  await lockBookings(tx, whereEverBookedBy(account));
  await lockPurchases(tx, whereEverBoughtBy(account));
  await lockRequests(tx, whereWithdrawnBy(account));
  const ids = (await findBelongings(tx, account)).payments.map(({ id }) => id);
  await lockPayments(tx, inArray(payments.id, ids));
  return findBelongings(tx, account);
}

function paymentsOf(db: Queryable, bookings: Belongings["bookings"], purchases: Purchase[]): Promise<Payment[]> {
  const bookingIds = bookings.map(({ booking }) => booking.id);
  const purchaseIds = purchases.map(({ id }) => id);
  return db
    .select()
    .from(payments)
    .where(or(inArray(payments.bookingId, bookingIds), inArray(payments.purchaseId, purchaseIds)))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}
