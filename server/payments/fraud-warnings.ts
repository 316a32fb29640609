import { inTransaction } from "../core/transaction";
import type Stripe from "stripe";
import { fraudWarnings } from "@db/schema";
import { enqueueMail } from "../mail/outbox";
import { formatAmount } from "../core/money";
import type { Services } from "../core/services";
import { siteFacts } from "../mail/mail-facts";
import { lockPaymentOf, paymentFacts } from "./lock-payment";

type Warning = Stripe.Radar.EarlyFraudWarning;

/** Records an early fraud warning and suggests a refund once: most of these payments are disputed later. */
export async function recordFraudWarning(services: Services, found: Warning): Promise<"recorded" | "unknown"> {
  const { settings } = services;
  return inTransaction(services, async (tx) => {
    const locked = await lockPaymentOf(tx, services, found);
    if (!locked) return "unknown";
    const [made] = await tx
      .insert(fraudWarnings)
      .values({
        paymentId: locked.payment.id,
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
      dedupeKey: `admin-fraud-warning:${locked.payment.id}:${found.id}`,
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
