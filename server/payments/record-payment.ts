import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { isCurrency } from "../money/money";
import type { Services } from "../core/services";
import type { Payment } from "./paid-payments";

/**
 * Makes a payment, whose row is locked, paid. What Stripe took counts, even where it should differ from what was
 * agreed: it is what a refund must give back.
 */
export async function recordPayment(
  tx: Transaction,
  { log, clock }: Pick<Services, "log" | "clock">,
  payment: Payment,
  checkout: Stripe.Checkout.Session,
): Promise<Payment> {
  const amountMinor = checkout.amount_total ?? payment.amountMinor;
  const charged = checkout.currency?.toUpperCase();
  const currency = isCurrency(charged) ? charged : payment.currency;
  if (amountMinor !== payment.amountMinor || currency !== payment.currency) {
    log.error({ paymentId: payment.id, amountMinor, currency }, "Stripe charged something else than was agreed");
  }
  const intent = checkout.payment_intent;
  const [paid] = await tx
    .update(payments)
    .set({
      state: "paid",
      amountMinor,
      currency,
      stripeCheckoutSessionId: checkout.id,
      stripePaymentIntentId: typeof intent === "string" ? intent : intent?.id,
      paidAt: clock.now(),
    })
    .where(eq(payments.id, payment.id))
    .returning();
  return paid!;
}
