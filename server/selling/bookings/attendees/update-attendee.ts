import { sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { recordOutsidePayment } from "../../../payments/outside-payments";
import { reconcileAll, type Reconciliation } from "../../../payments/reconcile-payment";
import { lockListedBooking, requireListedBooking } from "../lock";
import { listTickets, liveTotalMinor } from "../tickets";
import { changeState, stateOf } from "../transitions";

type Note = { bookingId: string; note?: string | undefined };

export async function setAttendeeNote(ctx: MemberContext, { bookingId, note }: Note): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { booking } = await lockListedBooking(tx, bookingId);
    const attendeeNote = note || null;
    if (booking.attendeeNote === attendeeNote) return;
    await tx.update(sessionBookings).set({ attendeeNote }).where(eq(sessionBookings.id, bookingId));
    await audit(tx, ctx, "booking.noted", bookingId);
  });
}

/** Records a payment on site, outside Stripe. Safe to repeat. Throws not_found, closed (nothing due). */
export async function markPaid(ctx: MemberContext, { bookingId }: { bookingId: string }): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const { booking } = await lockListedBooking(tx, bookingId);
    if (stateOf(booking) === "completed paid") return;
    if (stateOf(booking) !== "confirmed pending") {
      throw new DomainError("closed", "Nothing is due for this booking.");
    }
    const { currency } = booking;
    const amountMinor = liveTotalMinor(await listTickets(tx, booking));
    await recordOutsidePayment(tx, { kind: "booking", id: bookingId }, { amountMinor, currency }, now);
    await changeState(tx, booking, "completed paid", now);
    await audit(tx, ctx, "booking.marked_paid", bookingId, { amountMinor, currency });
  });
}

export async function syncAttendee(services: Services, { bookingId }: { bookingId: string }): Promise<Reconciliation> {
  await requireListedBooking(services.db, bookingId);
  return reconcileAll(services, { kind: "booking", id: bookingId });
}
