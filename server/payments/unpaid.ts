import { inTransaction } from "../core/transaction";
import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type Stripe from "stripe";
import type { Queryable, Transaction } from "@db/client";
import { payments } from "@db/schema";
import { audit } from "../core/record-audit";
import type { Services } from "../core/services";
import { releaseGiftParts } from "./gift-parts";
import { lockPayments } from "./lock";
import type { Payment } from "./paid-payments";
import { isPaymentOf, type PayableRef } from "./payable-ref";
import { payableOf, type UnpaidOutcome } from "./payable";

export type ClosedPage = {
  paymentId: string;
  checkoutId: string;
  /** Completed without paying: the bank has refused, or may still pay in some days. */
  isCompleted: boolean;
};

export type Decision = {
  user: { id: string };
  from: string;
  to: UnpaidOutcome["outcome"];
  reason?: string | undefined;
};

/** Releases a pending order, unless a checkout not in `closed` may still be paid. Returns whether it was released. */
export async function endUnpaid(
  services: Services,
  cause: PayableRef,
  outcome: UnpaidOutcome["outcome"],
  { closed = [], decision }: { closed?: ClosedPage[]; decision?: Decision | undefined } = {},
): Promise<boolean> {
  const payable = payableOf(services, cause);
  const now = services.clock.now();
  return inTransaction(services, async (tx) => {
    const locked = await payable.lock(tx, cause.id);
    if (!locked) return false;
    const completed = closed.find(({ isCompleted }) => isCompleted);
    if (completed) await recordCompletedUnpaid(tx, completed, now);
    if ((await endPayments(tx, cause, outcome, closed)) === "still_open") return false;
    if (!payable.stateOf(locked).isPending) return false;
    const isPageMissing = outcome === "failed" && closed.length === 0;
    const completedPaymentId = completed?.paymentId ?? null;
    await payable.onUnpaid(tx, services, locked, { outcome, completedPaymentId, isPageMissing });
    // Gift cards are locked after passes.
    await releaseGiftParts(tx, services, cause, outcome);
    if (decision) await auditDecision(tx, services, cause, decision);
    return true;
  });
}

export async function auditDecision(
  tx: Queryable,
  { clock }: Services,
  { kind, id }: PayableRef,
  { user, from, to, reason }: Decision,
): Promise<void> {
  await audit(tx, { clock, user }, `${kind}.status_changed`, id, { from, to }, reason);
}

export const isCompletedUnpaid = ({ status, payment_status }: Stripe.Checkout.Session): boolean =>
  status === "complete" && payment_status !== "paid";

export async function wasCompletedUnpaid(db: Queryable, cause: PayableRef): Promise<boolean> {
  const isUnpaid = and(isNotNull(payments.completedUnpaidAt), ne(payments.state, "paid"));
  return (await db.$count(payments, and(isPaymentOf(cause), isUnpaid))) > 0;
}

/** Stripe is asked about it for some weeks, as the bank may still pay. */
async function recordCompletedUnpaid(tx: Transaction, { paymentId, checkoutId }: ClosedPage, now: Date): Promise<void> {
  const isUnpaid = and(eq(payments.id, paymentId), ne(payments.state, "paid"));
  await tx
    .update(payments)
    .set({ completedUnpaidAt: now })
    .where(and(isUnpaid, isNull(payments.completedUnpaidAt)));
  await tx
    .update(payments)
    .set({ state: "failed", stripeCheckoutSessionId: checkoutId })
    .where(and(isUnpaid, eq(payments.state, "open")));
}

async function endPayments(
  tx: Transaction,
  cause: PayableRef,
  state: UnpaidOutcome["outcome"],
  closed: ClosedPage[],
): Promise<"ended" | "still_open"> {
  // What gift cards hold is given back with the order.
  const isOpen = and(isPaymentOf(cause), eq(payments.state, "open"), ne(payments.provider, "gift_card"));
  const open = await lockPayments(tx, isOpen);
  const pageOf = ({ id, stripeCheckoutSessionId: known }: Payment) =>
    closed.find(({ paymentId, checkoutId }) => paymentId === id && (known === null || known === checkoutId));
  for (const payment of open) {
    const stripeCheckoutSessionId = pageOf(payment)?.checkoutId;
    if (!stripeCheckoutSessionId) continue;
    await tx.update(payments).set({ state, stripeCheckoutSessionId }).where(eq(payments.id, payment.id));
  }
  const others = open.filter((payment) => !pageOf(payment));
  if (others.some(({ stripeCheckoutSessionId }) => stripeCheckoutSessionId)) return "still_open";
  await tx.update(payments).set({ state }).where(isOpen);
  return "ended";
}
