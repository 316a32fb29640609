import { and, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { type Booking, sessionBookings } from "@db/schema";
import { DomainError } from "../../core/errors";
import { lockSession } from "../../schedule/lock-session";

/** A booking that the instructor has not removed. Throws not_found. */
export async function requireAttendee(db: Queryable, bookingId: string): Promise<Booking> {
  const [booking] = await db
    .select()
    .from(sessionBookings)
    .where(and(eq(sessionBookings.id, bookingId), isNull(sessionBookings.archivedAt)));
  if (!booking) throw new DomainError("not_found", "This attendee is not on the list any more.");
  return booking;
}

/** The same with the locks of its session and its own, in that order. */
export async function lockAttendee(tx: Transaction, bookingId: string) {
  const { sessionId } = await requireAttendee(tx, bookingId);
  const session = await lockSession(tx, sessionId);
  const [booking] = await tx.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId)).for("update");
  if (booking!.archivedAt) throw new DomainError("not_found", "This attendee is not on the list any more.");
  return { session, booking: booking! };
}
