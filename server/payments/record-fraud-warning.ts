import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { fraudWarnings, payments } from "@db/schema";
import { enqueueMail } from "../mail/enqueue-mail";
import { formatAmount } from "../money/money";
import type { Services } from "../core/services";
import { siteFacts } from "../mail/mail-facts";
import { lockPayment } from "./lock-payment";
import { paymentFacts } from "./payment-facts";
import { intentOf } from "./payment-intent";

type Warning = Stripe.Radar.EarlyFraudWarning;

/**
 * Takes over an early fraud warning as just read from Stripe, and suggests a refund to the instructor, once, where one
 * still helps: most of these payments are disputed otherwise. Safe to repeat.
 */
export async function recordFraudWarning(services: Services, found: Warning): Promise<"recorded" | "unknown"> {
  const { settings } = services;
  return inTransaction(services, async (tx) => {
    const intentId = intentOf(found);
    const [payment] = intentId
      ? await tx.select({ id: payments.id }).from(payments).where(eq(payments.stripePaymentIntentId, intentId))
      : [];
    const locked = payment && (await lockPayment(tx, services, payment.id));
    if (!locked) return "unknown";
    const [made] = await tx
      .insert(fraudWarnings)
      .values({
        paymentId: payment.id,
        stripeWarningId: found.id,
        fraudType: found.fraud_type,
        createdAt: new Date(found.created * 1000),
      })
      .onConflictDoNothing({ target: fraudWarnings.stripeWarningId })
      .returning();
    if (!made || !found.actionable) return "recorded";
    const { customer, item, session, reference, refundUrl } = paymentFacts(services, locked);
    await enqueueMail(tx, {
      template: "admin-fraud-warning",
      to: settings.adminEmail,
      dedupeKey: `admin-fraud-warning:${payment.id}:${found.id}`,
      replyTo: customer.email,
      props: {
        ...{ customer, item, session, reference, refundUrl },
        site: siteFacts(settings),
        amount: formatAmount(locked.payment),
        fraud: made.fraudType.replaceAll("_", " "),
      },
    });
    return "recorded";
  });
}
