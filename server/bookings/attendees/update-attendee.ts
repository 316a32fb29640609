import { sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { payOutside } from "../../payments/outside-payments";
import { reconcileAll, type Reconciled } from "../../payments/reconcile-payment";
import { lockAttendee, requireAttendee } from "../lock";
import { moveTo, stateOf } from "../transitions";

type Note = { bookingId: string; note?: string | undefined };

/** Keeps what the instructor notes about an attendee; an empty note is none. Throws not_found. */
export async function noteAttendee(ctx: MemberContext, { bookingId, note }: Note): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { booking } = await lockAttendee(tx, bookingId);
    const attendeeNote = note || null;
    if (booking.attendeeNote === attendeeNote) return;
    await tx.update(sessionBookings).set({ attendeeNote }).where(eq(sessionBookings.id, bookingId));
    await audit(tx, ctx, "booking.noted", bookingId);
  });
}

/**
 * Notes that a place which was to be paid at the door has been: a payment outside Stripe. Twice is once. Throws
 * not_found, closed where nothing is to be paid at the door.
 */
export async function markPaid(ctx: MemberContext, { bookingId }: { bookingId: string }): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const { booking } = await lockAttendee(tx, bookingId);
    if (stateOf(booking) === "completed paid") return;
    if (stateOf(booking) !== "confirmed pending") {
      throw new DomainError("closed", "There is nothing to be paid at the door for this booking.");
    }
    const { totalMinor: amountMinor, currency } = booking;
    await payOutside(tx, { bookingId }, { amountMinor, currency }, now);
    await moveTo(tx, booking, "completed paid", now);
    await audit(tx, ctx, "booking.marked_paid", bookingId, { amountMinor, currency });
  });
}

/**
 * Asks Stripe about everything that was to be paid for a booking, and takes its word. Throws not_found, and whatever
 * Stripe throws when it can't be asked.
 */
export async function syncAttendee(services: Services, { bookingId }: { bookingId: string }): Promise<Reconciled> {
  await requireAttendee(services.db, bookingId);
  return reconcileAll(services, { bookingId });
}
