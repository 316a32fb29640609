import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, sessionBookings } from "@db/schema";
import type { Services } from "../core/services";
import { type OwedRefund, refundAll } from "../payments/refunds";
import { leftOf, lockPaid } from "../payments/paid-payments";
import { offerPlaces, reopenOffer } from "../waitlist/offers";
import { mailCancelled, mailCancelledByRefund } from "./mail-cancelled";
import { mailUnpaid } from "./mail-money";
import { cancelPlace, moveBooking } from "./transitions";

/** Why a place is given back, which decides what becomes of the money and who is told. */
type ReleaseReason =
  /** The attendee cancels: all that was paid is owed back. */
  | { kind: "by_attendee" }
  /** The instructor cancels: all that was paid is owed back, or kept. */
  | { kind: "by_admin"; isRefunded: boolean }
  /** The instructor has refunded all that was left, by the refunds given. */
  | { kind: "refunded_by_hand"; owed: OwedRefund[] }
  /** All that was paid has gone back, by a refund that cancels the booking. */
  | { kind: "refunded_at_stripe" }
  /** No money came. `completedPaymentId` is the payment whose page was completed without paying. */
  | { kind: "unpaid"; outcome: "failed" | "cancelled"; completedPaymentId: string | null };

type Held = { booking: Booking; session: LiveSession };

/**
 * Gives a place back, of a booking that is locked with its session: the only way to do so. The place is offered to
 * those who wait, money is owed back as the reason says, and both sides are told.
 */
export async function releasePlace(
  tx: Transaction,
  services: Services,
  { booking, session }: Held,
  reason: ReleaseReason,
): Promise<Booking> {
  const released = await move(tx, services, booking, reason);
  const money = await settleMoney(tx, services, booking, reason);
  const isPageMissing = reason.kind === "unpaid" && reason.outcome === "failed" && !reason.completedPaymentId;
  if (isPageMissing) await reopenOffer(tx, services, { bookingId: booking.id, session });
  await offerPlaces(tx, services, session);
  await tell(tx, services, { booking: released, session }, reason, money);
  return released;
}

/** What becomes of the money of a booking that has no place any more. */
type Money = { owed: OwedRefund[]; isKept: boolean };

/** Owes back what was paid for a booking that is locked, or notes that the instructor keeps it. Safe to repeat. */
export async function refundOrKeep(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  { id }: Booking,
  isRefunded: boolean,
): Promise<Money> {
  if (isRefunded) return { owed: await refundAll(tx, { bookingId: id }, "admin"), isKept: false };
  const isKept = (await lockPaid(tx, { bookingId: id })).some((paid) => leftOf(paid) > 0);
  if (isKept) await tx.update(sessionBookings).set({ refundWaivedAt: clock.now() }).where(eq(sessionBookings.id, id));
  return { owed: [], isKept };
}

function move(tx: Transaction, { clock }: Services, booking: Booking, reason: ReleaseReason): Promise<Booking> {
  if (reason.kind === "unpaid") return moveBooking(tx, booking, reason.outcome, clock.now());
  if (reason.kind === "refunded_at_stripe") return moveBooking(tx, booking, "refunded", clock.now());
  return cancelPlace(tx, booking, clock.now());
}

async function settleMoney(
  tx: Transaction,
  services: Services,
  booking: Booking,
  reason: ReleaseReason,
): Promise<Money> {
  switch (reason.kind) {
    case "by_attendee":
      return { owed: await refundAll(tx, { bookingId: booking.id }, "cancelled"), isKept: false };
    case "by_admin":
      return refundOrKeep(tx, services, booking, reason.isRefunded);
    case "refunded_by_hand":
      return { owed: reason.owed, isKept: false };
    case "refunded_at_stripe":
    case "unpaid":
      return { owed: [], isKept: false };
  }
}

async function tell(tx: Transaction, services: Services, released: Held, reason: ReleaseReason, money: Money) {
  if (reason.kind === "refunded_at_stripe") return mailCancelledByRefund(tx, services, released);
  if (reason.kind !== "unpaid") return mailCancelled(tx, services, { ...released, ...money });
  const { completedPaymentId: paymentId } = reason;
  if (paymentId) await mailUnpaid(tx, services, { ...released, paymentId });
}
