import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { disputes, payments } from "@db/schema";
import { attendeeOf, referenceOf, sessionFacts, siteFacts } from "../bookings/mail-facts";
import { enqueueMail } from "../mail/enqueue-mail";
import { formatAmount, isCurrency } from "../pricing/money";
import { mailPurchaseDispute } from "../purchases/mail-purchase-dispute";
import type { Services } from "../services";
import { lockPayment, type PaymentWithBooking, type PaymentWithCause } from "./lock-payment";
import { intentOf } from "./record-refund";

export type Dispute = typeof disputes.$inferSelect;

/** How a dispute may end, by Stripe's status, in a word for the instructor. */
const outcomes: Partial<Record<Stripe.Dispute.Status, string>> = {
  won: "won",
  lost: "lost",
  prevented: "closed",
  warning_closed: "closed",
};

/**
 * Takes over a dispute as just read from Stripe, and tells the instructor when it begins and when it ends. The place
 * or the collection stays as it is: whether somebody who disputes a payment may still come is hers to decide. Safe to repeat.
 */
export async function recordDispute(services: Services, found: Stripe.Dispute): Promise<"recorded" | "unknown"> {
  return services.db.transaction(async (tx) => {
    const intentId = intentOf(found);
    const [payment] = intentId
      ? await tx.select({ id: payments.id }).from(payments).where(eq(payments.stripePaymentIntentId, intentId))
      : [];
    const locked = payment && (await lockPayment(tx, payment.id));
    if (!locked) return "unknown";
    const dispute = await keepDispute(tx, services, locked, found);
    const tell = (outcome: string | null) =>
      "purchase" in locked
        ? mailPurchaseDispute(tx, services, locked.purchase, { dispute, outcome })
        : mailDispute(tx, services, { ...locked, dispute, outcome });
    await tell(null);
    const outcome = outcomes[dispute.status];
    if (outcome) await tell(outcome);
    return "recorded";
  });
}

/** How a dispute begins: such a status is no news once it has ended, or has been appealed. */
const firstStatuses = ["needs_response", "under_review", "warning_needs_response", "warning_under_review"];

/** A dispute that has ended stays ended, whatever was read earlier and comes later; only an appeal opens it again. */
async function keepDispute(
  tx: Transaction,
  { clock }: Services,
  { payment }: PaymentWithCause,
  { id, amount, currency, reason, status, created }: Stripe.Dispute,
): Promise<Dispute> {
  const [known] = await tx.select().from(disputes).where(eq(disputes.stripeDisputeId, id));
  const charged = currency.toUpperCase();
  const truth = {
    amountMinor: amount,
    currency: isCurrency(charged) ? charged : payment.currency,
    reason,
    status,
    updatedAt: clock.now(),
  };
  if (!known) {
    const values = { ...truth, paymentId: payment.id, stripeDisputeId: id, createdAt: new Date(created * 1000) };
    const [made] = await tx.insert(disputes).values(values).returning();
    return made!;
  }
  if (!firstStatuses.includes(known.status) && firstStatuses.includes(status)) return known;
  const [changed] = await tx.update(disputes).set(truth).where(eq(disputes.id, known.id)).returning();
  return changed!;
}

async function mailDispute(
  tx: Transaction,
  { settings }: Services,
  { booking, session, dispute, outcome }: PaymentWithBooking & { dispute: Dispute; outcome: string | null },
): Promise<void> {
  await enqueueMail(tx, {
    template: "admin-dispute",
    to: settings.adminEmail,
    dedupeKey: `admin-dispute:${dispute.id}:${outcome ?? "opened"}`,
    replyTo: booking.attendeeEmail,
    props: {
      site: siteFacts(settings),
      attendee: attendeeOf(booking),
      session: sessionFacts(session, settings, settings.siteTimeZone),
      amount: formatAmount(dispute),
      reason: dispute.reason.replaceAll("_", " "),
      outcome,
      reference: referenceOf(booking),
      disputeUrl: `https://dashboard.stripe.com/disputes/${dispute.stripeDisputeId}`,
    },
  });
}
