import { one } from "@db/one";
import type { Queryable, Transaction } from "@db/client";
import { type Booking, bookingColumns, bookingPayers, type LiveSession, paysFor, sessionBookings } from "@db/schema";
import { and, asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { isCodeFreeFor } from "../../catalogue/discounts/discount-codes";
import { type BookingReader, whereManagedBy } from "../../catalogue/schedule/whose-bookings";
import { lockSession, lockSessions } from "../../catalogue/schedule/find-session";
import { readPayers } from "./payers";
import type { ManagedRef, MoveOf } from "./schemas";

export type LockedBooking = {
  booking: Booking;
  session: LiveSession;
  isCodeFree: boolean;
};

/** Locks session, discount code (if cancelled: it may be revived), booking, in this order. Throws busy. */
export async function lockBooking(tx: Transaction, bookingId: string): Promise<LockedBooking | null> {
  const condition = eq(sessionBookings.id, bookingId);
  const [found] = await tx.select({ sessionId: sessionBookings.sessionId }).from(sessionBookings).where(condition);
  if (!found) return null;
  const session = await lockSession(tx, found.sessionId);
  // The status can change until the session is locked.
  const read = one(await tx.select().from(sessionBookings).where(condition), "booking");
  // Its new session must not be locked now: sessions are locked in the order of their ids.
  if (read.sessionId !== found.sessionId) throw new DomainError("busy", "That did not go through. Please try again.");
  const isCodeFree = read.status !== "cancelled" || (await isCodeFreeFor(tx, read));
  const booking = one(await lockBookings(tx, condition), "booking");
  return { booking, session, isCodeFree };
}

/** Locks both sessions in the order of their ids, then the booking if it is `isTheirs`. Throws not_found. */
export async function lockMove(tx: Transaction, { bookingId, from, to }: MoveOf, isTheirs: SQL | undefined) {
  const sessions = await lockSessions(tx, [from, to]);
  const condition = and(eq(sessionBookings.id, bookingId), isTheirs);
  const [booking] = await lockBookings(tx, condition);
  if (!booking) throw new DomainError("not_found", "Booking not found");
  return { booking, from: sessions.get(from), to: sessions.get(to) };
}

/** Locks the bookings of sessions that the caller has locked, and what pays for them. */
export async function lockBookings(tx: Transaction, condition: SQL | undefined): Promise<Booking[]> {
  const locked = await tx
    .select()
    .from(sessionBookings)
    .where(condition)
    .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id))
    .for("update");
  return readPayers(tx, locked);
}

/** Locks the dates of a purchase of a course, whose sessions the caller has locked. */
export const lockDates = (tx: Transaction, purchaseId: string): Promise<Booking[]> =>
  lockBookings(tx, inArray(sessionBookings.id, datesOf(tx, purchaseId)));

const datesOf = (tx: Transaction, purchaseId: string) =>
  tx.select({ id: bookingPayers.bookingId }).from(bookingPayers).where(eq(bookingPayers.purchaseId, purchaseId));

export async function requireListedBooking(db: Queryable, bookingId: string): Promise<Booking> {
  const [booking] = await db
    .select(bookingColumns)
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .where(and(eq(sessionBookings.id, bookingId), isNull(sessionBookings.archivedAt)));
  if (!booking) throw notListed();
  return booking;
}

export async function lockListedBooking(tx: Transaction, bookingId: string): Promise<LockedBooking> {
  const locked = await lockBooking(tx, bookingId);
  if (!locked || locked.booking.archivedAt) throw notListed();
  return locked;
}

export const notListed = () => new DomainError("not_found", "This attendee is no longer on the list.");

/** Returns the booking, unlocked, to those who may manage it. Throws not_found to all others. */
export async function requireManaged(
  db: Queryable,
  reader: BookingReader,
  { bookingId, key }: ManagedRef,
): Promise<Booking> {
  const isTheirs = and(eq(sessionBookings.id, bookingId), whereManagedBy(reader, key));
  const [booking] = await db
    .select(bookingColumns)
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .where(isTheirs);
  if (!booking) throw new DomainError("not_found", "Booking not found");
  return booking;
}
