import { one } from "@db/one";
import type { Queryable, Transaction } from "@db/client";
import { type Booking, type LiveSession, sessionBookings } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { isCodeFreeFor } from "../../selling/discounts/discount-codes";
import { type BookingReader, whereManagedBy } from "../schedule/whose-bookings";
import { lockSession } from "../schedule/find-session";
import type { ManagedRef } from "./schemas";

export type LockedBooking = {
  booking: Booking;
  session: LiveSession;
  isCodeFree: boolean;
};

/** Locks session, discount code (if cancelled: it may be revived), booking, in this order. Throws busy. */
export async function lockBooking(tx: Transaction, bookingId: string): Promise<LockedBooking | null> {
  const isIt = eq(sessionBookings.id, bookingId);
  const [found] = await tx.select({ sessionId: sessionBookings.sessionId }).from(sessionBookings).where(isIt);
  if (!found) return null;
  const session = await lockSession(tx, found.sessionId);
  // The status can change until the session is locked.
  const read = one(await tx.select().from(sessionBookings).where(isIt), "booking");
  // Its new session must not be locked now: sessions are locked in the order of their ids.
  if (read.sessionId !== found.sessionId) throw new DomainError("busy", "That did not go through. Please try again.");
  const isCodeFree = read.status !== "cancelled" || (await isCodeFreeFor(tx, read));
  const booking = one(await tx.select().from(sessionBookings).where(isIt).for("update"), "booking");
  return { booking, session, isCodeFree };
}

export async function requireListedBooking(db: Queryable, bookingId: string): Promise<Booking> {
  const [booking] = await db
    .select()
    .from(sessionBookings)
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
  const [booking] = await db.select().from(sessionBookings).where(isTheirs);
  if (!booking) throw new DomainError("not_found", "Booking not found");
  return booking;
}
