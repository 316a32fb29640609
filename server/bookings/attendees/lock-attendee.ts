import { and, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { type Booking, sessionBookings } from "@db/schema";
import { DomainError } from "../../core/errors";
import { lockBooking, type LockedBooking } from "../lock";

/** A booking that the instructor has not removed. Throws not_found. */
export async function requireAttendee(db: Queryable, bookingId: string): Promise<Booking> {
  const [booking] = await db
    .select()
    .from(sessionBookings)
    .where(and(eq(sessionBookings.id, bookingId), isNull(sessionBookings.archivedAt)));
  if (!booking) throw notListed();
  return booking;
}

/** Locks such a booking and its session. Throws not_found. */
export async function lockAttendee(tx: Transaction, bookingId: string): Promise<LockedBooking> {
  const locked = await lockBooking(tx, bookingId);
  if (!locked || locked.booking.archivedAt) throw notListed();
  return locked;
}

const notListed = () => new DomainError("not_found", "This attendee is not on the list any more.");
