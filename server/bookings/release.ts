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

type ReleaseReason =
  | { kind: "by_attendee" }
  | { kind: "by_admin"; isRefunded: boolean }
  | { kind: "refunded_by_hand"; owed: OwedRefund[] }
  | { kind: "refunded_at_stripe" }
  /** `completedPaymentId`: the payment whose checkout was completed without paying. */
  | { kind: "unpaid"; outcome: "failed" | "cancelled"; completedPaymentId: string | null };

type HeldPlace = { booking: Booking; session: LiveSession };

/** Releases the place of a locked booking: the only way to do so. */
export async function releasePlace(
  tx: Transaction,
  services: Services,
  { booking, session }: HeldPlace,
  reason: ReleaseReason,
): Promise<Booking> {
  const released = await moveStatus(tx, services, booking, reason);
  const money = await settleMoney(tx, services, booking, reason);
  const isPageMissing = reason.kind === "unpaid" && reason.outcome === "failed" && !reason.completedPaymentId;
  if (isPageMissing) await reopenOffer(tx, services, { bookingId: booking.id, session });
  await offerPlaces(tx, services, session);
  await sendMails(tx, services, { booking: released, session }, reason, money);
  return released;
}

type Money = { owed: OwedRefund[]; isKept: boolean };

/** Refunds a locked booking, or records that the admin keeps the money. Safe to repeat. */
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

function moveStatus(tx: Transaction, { clock }: Services, booking: Booking, reason: ReleaseReason): Promise<Booking> {
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

async function sendMails(
  tx: Transaction,
  services: Services,
  released: HeldPlace,
  reason: ReleaseReason,
  money: Money,
) {
  if (reason.kind === "refunded_at_stripe") return mailCancelledByRefund(tx, services, released);
  if (reason.kind !== "unpaid") return mailCancelled(tx, services, { ...released, ...money });
  const { completedPaymentId: paymentId } = reason;
  if (paymentId) await mailUnpaid(tx, services, { ...released, paymentId });
}
