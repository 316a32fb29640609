import type { Queryable, Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { one } from "@db/one";
import { eq, or } from "drizzle-orm";
import type Stripe from "stripe";
import type { Services } from "../core/services";
import { inTransaction } from "../core/transaction";
import { enqueueMail } from "../platform/mail/outbox";
import { siteFacts } from "../platform/mail/templates";
import { formatAmount, isCurrency } from "../core/money";
import { invoiceLater } from "./invoice-later";
import { lockPaid } from "./lock";
import { hasLostPlace, type LockedPayment, lockPayment, paymentFacts } from "./lock-payment";
import { isAllReturned, type Payment, type Refund } from "./paid-payments";
import { payableRefOf } from "./payable-ref";
import { isAnnounced } from "./refunds";
import { intentOf, refundStateOf } from "./stripe";
import { isUuid } from "../core/input-schemas";

/** `unknown`: not ours, or its payment is not known yet. */
type RecordedRefund = "changed" | "unchanged" | "unknown";

/** Records a refund as read from Stripe. Safe to repeat, concurrently and in any order. */
export async function recordRefund(services: Services, sent: Stripe.Refund): Promise<RecordedRefund> {
  return inTransaction(services, async (tx) => {
    const paymentId = await findPaymentId(tx, sent);
    const locked = paymentId ? await lockPayment(tx, services, paymentId) : null;
    if (!locked) return "unknown";
    const known = await findRefund(tx, sent);
    const refund = await saveRefund(tx, services, { payment: locked.payment, known, sent });
    if (!refund) return "unchanged";
    await settleRefund(tx, services, { ...locked, refund, isToldOf: known !== undefined && isToldOf(known, locked) });
    return "changed";
  });
}

type SettledRefund = LockedPayment & { refund: Refund };

/** Applies a refund to its order. `isToldOf`: the customer was told of the refund, so is told if it fails. */
export async function settleRefund(
  tx: Transaction,
  services: Services,
  { isToldOf = false, ...settling }: SettledRefund & { isToldOf?: boolean },
): Promise<void> {
  const { payable, order, payment, refund } = settling;
  const isInFull = isAllReturned(await lockPaid(tx, payableRefOf(payment)));
  await payable.onRefunded(tx, services, order, { payment, refund, isInFull });
  await invoiceLater(tx, payableRefOf(payment));
  if (refund.state === "failed" && isToldOf) await mailRefundReturned(tx, services, settling);
}

/** Returns whether the customer was told of a refund; the admin may refund a place that stays without that. */
export function isToldOf(refund: Refund, locked: LockedPayment): boolean {
  if (refund.state === "succeeded" || isAnnounced(refund)) return true;
  return refund.reason === "admin" && hasLostPlace(locked);
}

async function findPaymentId(db: Queryable, sent: Stripe.Refund): Promise<string | undefined> {
  const own = await findRefund(db, sent);
  if (own) return own.paymentId;
  const intentId = intentOf(sent);
  if (!intentId) return undefined;
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.stripePaymentIntentId, intentId));
  return payment?.id;
}

async function findRefund(db: Queryable, sent: Stripe.Refund): Promise<Refund | undefined> {
  const ownId = sent.metadata?.refundId;
  const isOurs = ownId && isUuid(ownId) ? eq(refunds.id, ownId) : undefined;
  const [refund] = await db
    .select()
    .from(refunds)
    .where(or(eq(refunds.stripeRefundId, sent.id), isOurs));
  return refund;
}

/** States only move up: a lower one was read earlier and came late. */
const ladder: Record<Refund["state"], number> = { pending: 0, succeeded: 1, failed: 2 };

type ReadRefund = { payment: Payment; known: Refund | undefined; sent: Stripe.Refund };

async function saveRefund(
  tx: Transaction,
  { clock }: Services,
  { payment, known, sent }: ReadRefund,
): Promise<Refund | null> {
  const state = refundStateOf(sent);
  const truth = {
    state,
    amountMinor: sent.amount,
    stripeRefundId: sent.id,
    settledAt: state === "pending" ? null : clock.now(),
  };
  if (!known) {
    const currency = sent.currency.toUpperCase();
    return one(
      await tx
        .insert(refunds)
        .values({
          ...truth,
          paymentId: payment.id,
          currency: isCurrency(currency) ? currency : payment.currency,
          reason: "stripe",
          createdAt: new Date(sent.created * 1000),
        })
        .returning(),
      "refund",
    );
  }
  if (known.stripeRefundId && ladder[state] <= ladder[known.state]) return null;
  return one(await tx.update(refunds).set(truth).where(eq(refunds.id, known.id)).returning(), "refund");
}

async function mailRefundReturned(tx: Transaction, services: Services, settling: SettledRefund): Promise<void> {
  const { settings } = services;
  const { customer, firstName, item, session, reference } = paymentFacts(services, settling);
  await enqueueMail(tx, {
    template: "refund-returned",
    to: customer.email,
    dedupeKey: `refund-returned:${settling.refund.id}`,
    replyTo: settings.adminEmail,
    props: {
      item,
      session,
      reference,
      site: siteFacts(settings),
      firstName,
      amount: formatAmount(settling.refund),
    },
  });
}
