import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { one } from "@db/one";
import type { Services } from "../core/services";
import { isCurrency } from "../core/money";
import { payGiftParts, releaseGiftParts } from "./gift-parts";
import { invoiceLater } from "./invoice-later";
import { lockPayment } from "./lock-payment";
import { createRefund } from "./refunds";
import type { Payment } from "./paid-payments";
import { findPayableRef, payableRefOf } from "./payable-ref";
import { intentOf } from "./stripe";
import { endUnpaid, isCompletedUnpaid } from "./unpaid";

/** Applies Stripe's state of a checkout to its order. Safe to repeat, concurrently and in any order. */
export async function settlePayment(services: Services, checkout: Stripe.Checkout.Session): Promise<void> {
  const metadata = checkout.metadata ?? {};
  const { paymentId } = metadata;
  const cause = findPayableRef(metadata);
  if (!cause || !paymentId) return; // another product of the same Stripe account
  const page = { paymentId, checkoutId: checkout.id };
  if (checkout.payment_status === "paid") {
    await completePayment(services, paymentId, checkout);
  } else if (checkout.status === "expired") {
    await endUnpaid(services, cause, "cancelled", { closed: [{ ...page, isCompleted: false }] });
  } else if (isCompletedUnpaid(checkout)) {
    await endUnpaid(services, cause, "failed", { closed: [{ ...page, isCompleted: true }] });
  }
}

async function completePayment(services: Services, paymentId: string, checkout: Stripe.Checkout.Session) {
  await inTransaction(services, async (tx) => {
    const locked = await lockPayment(tx, services, paymentId);
    if (!locked)
      return services.log.error(
        { paymentId, checkoutId: checkout.id },
        "Stripe reports a paid checkout for an unknown payment",
      );
    if (locked.payment.state === "paid") return;
    const paid = await recordPayment(tx, services, locked.payment, checkout);
    const cause = payableRefOf(paid);
    if ((await locked.payable.onPaid(tx, services, locked.order, paid)) === "kept") {
      await payGiftParts(tx, services, cause);
      await invoiceLater(tx, cause);
      return;
    }
    await releaseGiftParts(tx, services, cause, "cancelled");
    await createRefund(tx, paid, { amountMinor: paid.amountMinor, reason: "late_payment" });
  });
}

/** Records what Stripe took, even if it differs from what was agreed: a refund must return that. */
async function recordPayment(
  tx: Transaction,
  { log, clock }: Services,
  payment: Payment,
  checkout: Stripe.Checkout.Session,
): Promise<Payment> {
  const amountMinor = checkout.amount_total ?? payment.amountMinor;
  const charged = checkout.currency?.toUpperCase();
  const currency = isCurrency(charged) ? charged : payment.currency;
  if (amountMinor !== payment.amountMinor || currency !== payment.currency) {
    log.error({ paymentId: payment.id, amountMinor, currency }, "Stripe charged a different amount than agreed");
  }
  return one(
    await tx
      .update(payments)
      .set({
        state: "paid",
        amountMinor,
        currency,
        stripeCheckoutSessionId: checkout.id,
        stripePaymentIntentId: intentOf(checkout),
        paidAt: clock.now(),
      })
      .where(eq(payments.id, payment.id))
      .returning(),
    "payment",
  );
}
