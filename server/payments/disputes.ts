import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { disputes, fraudWarnings } from "@db/schema";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { printInstant } from "../core/dates";
import { formatAmount, isCurrency } from "../core/money";
import type { Services } from "../core/services";
import { inTransaction } from "../core/transaction";
import { siteFacts } from "../platform/mail/templates";
import { enqueueMail } from "../platform/mail/outbox";
import { invoiceLater } from "./invoice-later";
import { type LockedPayment, lockPaymentOf, paymentFacts } from "./lock-payment";
import { type Dispute, takenByBank } from "./paid-payments";
import { findOwed } from "./ledger/compare-books";
import { readOwnOrder } from "./ledger/read-own-books";
import { payableRefOf } from "./payable-ref";

/** Records a dispute as read from Stripe; the place stays. Safe to repeat, concurrently and in any order. */
export async function recordDispute(services: Services, found: Stripe.Dispute): Promise<"recorded" | "unknown"> {
  return inTransaction(services, async (tx) => {
    const locked = await lockPaymentOf(tx, services, found);
    if (!locked) return "unknown";
    const dispute = await saveDispute(tx, services, locked, found);
    if (!dispute) return "recorded";
    const all = await tx.select().from(disputes).where(eq(disputes.paymentId, locked.payment.id));
    await locked.payable.onDisputed?.(tx, services, locked.order, takenByBank(all) > 0);
    await mailDispute(tx, services, locked, dispute);
    await invoiceLater(tx, payableRefOf(locked.payment));
    return "recorded";
  });
}

type Status = Stripe.Dispute.Status;

type DisputeStage = "inquiry" | "dispute" | "appeal" | "won" | "lost" | "closed";

const stages: Record<Status, DisputeStage> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  needs_response: "dispute",
  under_review: "dispute",
  appeal_needs_response: "appeal",
  appeal_under_review: "appeal",
  prevented: "closed",
  won: "won",
  lost: "lost",
};

/** Unknown statuses count as a dispute, so that the admin is told. */
const stageOf = (status: string): DisputeStage => stages[status] ?? "dispute";

export const unansweredStatuses = [
  "needs_response",
  "warning_needs_response",
  "appeal_needs_response",
] as const satisfies Status[];

const isUnanswered = (status: string): boolean => unansweredStatuses.some((known) => known === status);

export const disputeUrl = ({ stripeDisputeId }: Pick<Dispute, "stripeDisputeId">): string =>
  `https://dashboard.stripe.com/disputes/${stripeDisputeId}`;

/** Returns null if what was read is older than what is known. */
async function saveDispute(
  tx: Transaction,
  { clock }: Services,
  { payment }: LockedPayment,
  { id, amount, currency, reason, status, created, evidence_details }: Stripe.Dispute,
): Promise<Dispute | null> {
  const [known] = await tx.select().from(disputes).where(eq(disputes.stripeDisputeId, id));
  const charged = currency.toUpperCase();
  // Zero or null if the bank takes no answer.
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
    return one(await tx.insert(disputes).values(values).returning(), "dispute");
  }
  if (!mayFollow(known.status, status)) return null;
  return one(await tx.update(disputes).set(truth).where(eq(disputes.id, known.id)).returning(), "dispute");
}

async function mailDispute(
  tx: Transaction,
  services: Services,
  locked: LockedPayment,
  dispute: Dispute,
): Promise<void> {
  const { settings } = services;
  const { customer, item, noun, session, reference, refundUrl } = paymentFacts(services, locked);
  const order = await readOwnOrder({ ...services, db: tx }, payableRefOf(locked.payment));
  const toRefund = order ? findOwed(order).map(formatAmount).join(" and ") : "";
  const stage = stageOf(dispute.status);
  const dueBy = isUnanswered(dispute.status) ? dispute.dueBy : null;
  await enqueueMail(tx, {
    template: "admin-dispute",
    to: settings.adminEmail,
    dedupeKey: `admin-dispute:${dispute.id}:${stage}`,
    replyTo: customer.email,
    props: {
      customer,
      item,
      session,
      reference,
      stage,
      ...(noun && { noun }),
      site: siteFacts(settings),
      amount: formatAmount(dispute),
      reason: dispute.reason.replaceAll("_", " "),
      dueBy: dueBy && printInstant(dueBy, settings.siteTimeZone),
      disputeUrl: disputeUrl(dispute),
      isEnded: order !== null && !order.isLive,
      ...(toRefund && { toRefund, refundUrl }),
    },
  });
}

/** A dispute only moves forward: inquiry, its end, chargeback, its end, appeal. */
const order: Status[] = ["warning_needs_response", "warning_under_review", "warning_closed", "needs_response"];

const rank = (status: string) => {
  const nth = order.indexOf(status);
  if (nth >= 0) return nth;
  return status === "under_review" ? order.length : order.length + 1;
};

const mayFollow = (known: string, read: string): boolean => rank(read) >= rank(known);

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
        customer,
        item,
        session,
        reference,
        refundUrl,
        site: siteFacts(settings),
        amount: formatAmount(locked.payment),
        fraud: made.fraudType.replaceAll("_", " "),
      },
    });
    return "recorded";
  });
}
