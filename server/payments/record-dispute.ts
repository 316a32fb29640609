import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { disputes, payments } from "@db/schema";
import { enqueueMail } from "../mail/enqueue-mail";
import { formatAmount, isCurrency } from "../money/money";
import { printInstant } from "../core/dates";
import type { Services } from "../core/services";
import { siteFacts } from "../mail/mail-facts";
import { isUnanswered, mayFollow, stageOf } from "./dispute-stage";
import { type LockedPayment, lockPayment } from "./lock-payment";
import { paymentFacts } from "./payment-facts";
import { intentOf } from "./payment-intent";

export type Dispute = typeof disputes.$inferSelect;

/**
 * Takes over a dispute as just read from Stripe, and tells the instructor of each stage once: that the bank asks, that
 * it takes the money back, and how that ends. The place or the collection stays as it is: whether somebody who
 * disputes a payment may still come is the instructor's decision. Safe to repeat, at the same time and in any order.
 */
export async function recordDispute(services: Services, found: Stripe.Dispute): Promise<"recorded" | "unknown"> {
  return inTransaction(services, async (tx) => {
    const intentId = intentOf(found);
    const [payment] = intentId
      ? await tx.select({ id: payments.id }).from(payments).where(eq(payments.stripePaymentIntentId, intentId))
      : [];
    const locked = payment && (await lockPayment(tx, services, payment.id));
    if (!locked) return "unknown";
    const dispute = await keepDispute(tx, services, locked, found);
    if (dispute) await mailDispute(tx, services, locked, dispute);
    return "recorded";
  });
}

/** Answers the row as it stands by now; null where what was read is older than what is known. */
async function keepDispute(
  tx: Transaction,
  { clock }: Services,
  { payment }: LockedPayment,
  { id, amount, currency, reason, status, created, evidence_details }: Stripe.Dispute,
): Promise<Dispute | null> {
  const [known] = await tx.select().from(disputes).where(eq(disputes.stripeDisputeId, id));
  const charged = currency.toUpperCase();
  // Zero, or nothing, where the bank takes no answer.
  const dueBy = evidence_details?.due_by ? new Date(evidence_details.due_by * 1000) : null;
  const truth = {
    amountMinor: amount,
    currency: isCurrency(charged) ? charged : payment.currency,
    reason,
    status,
    dueBy,
    updatedAt: clock.now(),
  };
  if (!known) {
    const values = { ...truth, paymentId: payment.id, stripeDisputeId: id, createdAt: new Date(created * 1000) };
    const [made] = await tx.insert(disputes).values(values).returning();
    return made!;
  }
  if (!mayFollow(known.status, status)) return null;
  const [changed] = await tx.update(disputes).set(truth).where(eq(disputes.id, known.id)).returning();
  return changed!;
}

async function mailDispute(
  tx: Transaction,
  services: Services,
  locked: LockedPayment,
  dispute: Dispute,
): Promise<void> {
  const { settings } = services;
  const { customer, item, session, reference } = paymentFacts(services, locked);
  const stage = stageOf(dispute.status);
  const dueBy = isUnanswered(dispute.status) ? dispute.dueBy : null;
  await enqueueMail(tx, {
    template: "admin-dispute",
    to: settings.adminEmail,
    dedupeKey: `admin-dispute:${dispute.id}:${stage}`,
    replyTo: customer.email,
    props: {
      ...{ customer, item, session, reference, stage },
      site: siteFacts(settings),
      amount: formatAmount(dispute),
      reason: dispute.reason.replaceAll("_", " "),
      dueBy: dueBy && printInstant(dueBy, settings.siteTimeZone),
      disputeUrl: disputeUrl(dispute),
    },
  });
}

/** The dispute in Stripe's dashboard, where it is answered. */
export const disputeUrl = ({ stripeDisputeId }: Pick<Dispute, "stripeDisputeId">): string =>
  `https://dashboard.stripe.com/disputes/${stripeDisputeId}`;
