import { inTransaction } from "../core/transaction";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, sessionBookings } from "@db/schema";
import { DomainError } from "../core/errors";
import { refundBooking } from "../payments/owe-refund";
import { releaseHold } from "../payments/release-hold";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import type { Context } from "../core/context";
import { offerPlaces } from "../waitlist/offers";
import { whereManagedBy } from "../schedule/booking-owner";
import { cancellationOf } from "./cancellation";
import { lockSession } from "../schedule/lock-session";
import { mailCancelled } from "./mail-cancelled";
import type { ManagedRef } from "./schemas";
import { cancelPlace } from "./transitions";

/** `paid_meanwhile`: what was to be given back as an unpaid hold has just been paid for, and stays booked. */
export type CancelOutcome = { outcome: "cancelled" | "paid_meanwhile" };

/**
 * Cancels a booking for its attendee, as far as the site's rules allow it: its place is free at once, and whatever
 * was paid goes back. An unpaid hold is given back after Stripe has closed its payment page. A second call answers
 * what the first one did, and refunds nothing twice. Throws not_found (also where the booking is somebody else's),
 * closed, busy, payment_provider_failed.
 */
export async function cancelBooking(ctx: Context, { bookingId, key }: ManagedRef): Promise<CancelOutcome> {
  const [asked] = await ctx.db
    .select()
    .from(sessionBookings)
    .where(and(eq(sessionBookings.id, bookingId), whereManagedBy({ key, user: ctx.user })));
  if (!asked) throw new DomainError("not_found", "Booking not found");
  return asked.status === "pending" ? giveUpHold(ctx, bookingId) : cancelPaidOrFree(ctx, asked);
}

/** Gives back a place that is held for a payment, once Stripe has closed its page. Throws payment_provider_failed. */
export async function giveUpHold(ctx: Services, bookingId: string): Promise<CancelOutcome> {
  try {
    await releaseHold(ctx, bookingId);
  } catch (error) {
    ctx.log.warn({ err: error, bookingId }, "the hold stays until Stripe can be asked");
    throw new DomainError(
      "payment_provider_failed",
      "The payment page can’t be closed right now. Please try again in a minute.",
      { cause: error },
    );
  }
  const booking = await ctx.db.query.sessionBookings.findFirst({ where: eq(sessionBookings.id, bookingId) });
  return { outcome: booking?.status === "cancelled" ? "cancelled" : "paid_meanwhile" };
}

async function cancelPaidOrFree(ctx: Services, { id, sessionId }: Booking): Promise<CancelOutcome> {
  const site = await readSiteSettings(ctx);
  return inTransaction(
    ctx,
    async (tx) => {
      const session = await lockSession(tx, sessionId);
      const [booking] = await tx.select().from(sessionBookings).where(eq(sessionBookings.id, id)).for("update");
      if (booking!.status === "cancelled") return { outcome: "cancelled" };
      const { kind } = cancellationOf({ booking: booking!, session, site, now: ctx.clock.now() });
      if (kind !== "allowed") throw new DomainError("closed", refusals[kind === "write" ? "write" : "none"]);
      await cancelAndRefund(tx, ctx, { booking: booking!, session });
      return { outcome: "cancelled" };
    },
    "Failed to cancel. Please try again.",
  );
}

const refusals = {
  write: "This booking can’t be cancelled here any more. Please write to me.",
  none: "There is nothing left to cancel.",
};

/**
 * Cancels a booking that has a place, of a session whose row is locked: the place goes on to whoever waits for it, all
 * that was paid is owed back, and both sides are told.
 */
export async function cancelAndRefund(
  tx: Transaction,
  services: Services,
  { booking, session }: { booking: Booking; session: LiveSession },
): Promise<Booking> {
  const cancelled = await cancelPlace(tx, booking, services.clock.now());
  const owed = await refundBooking(tx, booking.id, "cancelled");
  await offerPlaces(tx, services, session);
  await mailCancelled(tx, services, { booking: cancelled, session, owed });
  return cancelled;
}
