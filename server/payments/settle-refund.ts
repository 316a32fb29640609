import type { Transaction } from "@db/client";
import type { Services } from "../core/services";
import { enqueueMail } from "../mail/enqueue-mail";
import { siteFacts } from "../mail/mail-facts";
import { formatAmount } from "../money/money";
import { hasLostPlace, type LockedPayment } from "./lock-payment";
import { causeOf, isAllReturned, lockPaid, type Refund } from "./paid-payments";
import { paymentFacts } from "./payment-facts";

type Settling = LockedPayment & { refund: Refund };

/**
 * Brings the booking or the purchase in line with what has gone back by now, and tells both sides. `isToldOf`: the
 * customer expects this refund, and is told where it fails.
 */
export async function settleRefund(
  tx: Transaction,
  services: Services,
  { isToldOf = false, ...settling }: Settling & { isToldOf?: boolean },
): Promise<void> {
  const { payable, order, payment, refund } = settling;
  const isInFull = isAllReturned(await lockPaid(tx, causeOf(payment)));
  await payable.onRefunded(tx, services, order, { payment, refund, isInFull });
  if (refund.state === "failed" && isToldOf) await mailRefundReturned(tx, services, settling);
}

/**
 * Tells whether the customer was told of a refund: when it succeeded, or when something was cancelled; also by the
 * instructor, who may refund a place that stays as well.
 */
export function isToldOf({ state, reason }: Refund, locked: LockedPayment): boolean {
  if (state === "succeeded" || reason === "cancelled" || reason === "late_payment") return true;
  return reason === "admin" && hasLostPlace(locked);
}

/** Tells the customer that the bank did not accept a refund, once for each refund. */
async function mailRefundReturned(tx: Transaction, services: Services, settling: Settling): Promise<void> {
  const { settings } = services;
  const { customer, firstName, item, session, reference } = paymentFacts(services, settling);
  await enqueueMail(tx, {
    template: "refund-returned",
    to: customer.email,
    dedupeKey: `refund-returned:${settling.refund.id}`,
    replyTo: settings.adminEmail,
    props: {
      ...{ item, session, reference },
      site: siteFacts(settings),
      firstName,
      amount: formatAmount(settling.refund),
    },
  });
}
