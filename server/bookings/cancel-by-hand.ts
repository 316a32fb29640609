import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, sessionBookings } from "@db/schema";
import { refundBooking } from "../payments/owe-refund";
import { leftOf, lockPaid } from "../payments/paid-payments";
import type { Services } from "../core/services";
import { offerPlaces } from "../waitlist/offers";
import { mailCancelled } from "./mail-cancelled";
import { cancelPlace } from "./transitions";

/**
 * Cancels a booking that has a place, of a session whose row is locked, by the instructor's word: the place goes on to
 * whoever waits for it, what was paid is owed back unless she keeps it, and both sides are told.
 */
export async function cancelByHand(
  tx: Transaction,
  services: Services,
  { booking, session, isRefunded }: { booking: Booking; session: LiveSession; isRefunded: boolean },
): Promise<Booking> {
  const now = services.clock.now();
  const cancelled = await cancelPlace(tx, booking, now);
  const owed = isRefunded ? await refundBooking(tx, booking.id, "admin") : [];
  const isKept = !isRefunded && (await isAnythingKept(tx, booking));
  if (isKept) {
    await tx.update(sessionBookings).set({ refundWaivedAt: now }).where(eq(sessionBookings.id, booking.id));
  }
  await offerPlaces(tx, services, session);
  await mailCancelled(tx, services, { booking: cancelled, session, owed, isKept });
  return cancelled;
}

/** Whether anything that was paid for a booking has not gone back, and isn't on its way. */
export async function isAnythingKept(tx: Transaction, { id }: Booking): Promise<boolean> {
  return (await lockPaid(tx, { bookingId: id })).some((paid) => leftOf(paid) > 0);
}
