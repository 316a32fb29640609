import type { Transaction } from "@db/client";
import type { Booking } from "@db/schema";
import { releasePlace } from "../bookings/release";
import { moveTo } from "../bookings/transitions";
import { settlePurchaseRefund } from "../recordings/purchases/settle-purchase-refund";
import type { Services } from "../core/services";
import type { PaymentWithBooking, PaymentWithCause } from "./lock-payment";
import { mailRefunded, mailRefundFailed, mailRefundReturned } from "./mail-refund";
import { isAllReturned, lockPaid, type Refund } from "./paid-payments";

type Settling = PaymentWithBooking & { refund: Refund };

/**
 * Brings the booking or the purchase in line with what has gone back by now, and tells whoever has to know. `isToldOf`:
 * the customer expects this refund, and is told where it fails.
 */
export async function settleRefund(
  tx: Transaction,
  services: Services,
  settling: PaymentWithCause & { refund: Refund; isToldOf?: boolean },
): Promise<void> {
  await ("purchase" in settling
    ? settlePurchaseRefund(tx, services, settling)
    : settleBookingRefund(tx, services, settling));
  const { refund, isToldOf } = settling;
  if (refund.state === "failed" && isToldOf) await mailRefundReturned(tx, services, settling);
}

async function settleBookingRefund(tx: Transaction, services: Services, settling: Settling): Promise<void> {
  const { booking, session, payment, refund } = settling;
  const isInFull = isAllReturned(await lockPaid(tx, { bookingId: booking.id }));
  const isPlaceGone =
    isInFull && booking.paymentStatus === "paid" && booking.status === "completed" && refund.reason !== "admin";
  const moved = isPlaceGone
    ? await releasePlace(tx, services, settling, { kind: "refunded_at_stripe" })
    : await followRefunds(tx, services, booking, isInFull);
  if (refund.state === "failed") await mailRefundFailed(tx, services, { booking: moved, session, refund });
  // Whoever paid too late was told when the refund was made, and what was paid outside Stripe the instructor hands over.
  if (refund.state === "succeeded" && refund.reason !== "late_payment" && payment.provider === "stripe") {
    await mailRefunded(tx, services, {
      ...{ booking: moved, session, refund, isInFull, isPlaceGone },
      isRest: isInFull && refund.amountMinor < payment.amountMinor,
    });
  }
}

/**
 * A place that went with a refund does not come back when the bank returns the money: somebody else may have it. Where
 * the instructor refunds all of it and means the place to go, she has given it back with that; else it stays.
 */
async function followRefunds(tx: Transaction, { clock }: Services, booking: Booking, isInFull: boolean) {
  const isLive = booking.status === "completed";
  if (isInFull && booking.paymentStatus === "paid") {
    return moveTo(tx, booking, isLive ? "completed refunded" : "cancelled refunded", clock.now());
  }
  if (!isInFull && booking.paymentStatus === "refunded") {
    return moveTo(tx, booking, isLive ? "completed paid" : "cancelled paid", clock.now());
  }
  return booking;
}
