import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, liveSessions } from "@db/schema";
import { DomainError } from "../core/errors";
import { payOutside } from "../payments/pay-outside";
import type { Services } from "../core/services";
import type { LockedBooking } from "./lock";
import { mailBooking } from "./mail-booking";
import { countPlacesOf, freePlaces } from "../schedule/places";
import { moveBooking } from "./transitions";

/**
 * Completes a booking by the instructor's word, as paid outside Stripe or as free. One that was cancelled lives again
 * where a place is free and its code is. Throws closed (the session is cancelled), sold_out, discount_refused.
 */
export async function completeByHand(
  tx: Transaction,
  services: Services,
  { booking, session, isCodeFree }: LockedBooking,
  to: "paid" | "free",
): Promise<Booking> {
  if (session.cancelledAt) throw new DomainError("closed", "The session is cancelled.");
  const now = services.clock.now();
  const isRevived = booking.status === "cancelled";
  if (isRevived) await requirePlace(tx, session, isCodeFree);
  const completed = await moveBooking(tx, booking, to, now);
  const { id, totalMinor, currency } = booking;
  if (to === "paid") await payOutside(tx, { bookingId: id }, { amountMinor: totalMinor, currency }, now);
  // Whoever pays at the door knows that she is booked, also where she was added to a session that was over.
  if (booking.status === "confirmed") return completed;
  const told = isRevived ? await raiseSequence(tx, session) : session;
  const occasion = isRevived ? { occasion: now.toISOString() } : {};
  await mailBooking(tx, services, { booking: completed, session: told, ...occasion });
  return completed;
}

async function requirePlace(tx: Transaction, session: LiveSession, isCodeFree: boolean): Promise<void> {
  const places = await countPlacesOf(tx, session.id);
  if (freePlaces(session, places) === 0) {
    throw new DomainError("sold_out", `No place is free: ${places.taken} of ${session.maxAttendees} are taken.`);
  }
  if (isCodeFree) return;
  throw new DomainError("discount_refused", "Somebody else has used its one-time code meanwhile.");
}

/** Calendars believe in an event again only where it outdoes its cancellation, which is one ahead. */
async function raiseSequence(tx: Transaction, { id }: LiveSession): Promise<LiveSession> {
  const [raised] = await tx
    .update(liveSessions)
    .set({ calendarSequence: sql`${liveSessions.calendarSequence} + 2` })
    .where(eq(liveSessions.id, id))
    .returning();
  return raised!;
}
