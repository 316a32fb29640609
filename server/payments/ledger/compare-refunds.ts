import type Stripe from "stripe";
import type { Refund } from "../paid-payments";
import { intentOf, isForeign, isSameRefund, refundStateOf } from "../stripe";
import {
  type Comparison,
  findPayment,
  dateOf,
  isWithin,
  type LedgerEntry,
  type LedgerProblem,
  paymentsIn,
} from "./comparison";
import type { OwnOrder, OwnPayment } from "./read-own-books";

/** A refund that is unsent for longer is a problem. */
const maxUnsentMs = 60 * 60_000;

type OwnRefund = { order: OwnOrder; payment: OwnPayment; refund: Refund };

export function compareRefunds({ own, stripe, period, now }: Comparison): LedgerEntry[] {
  const ours = paymentsIn(own)
    .filter(({ payment }) => payment.provider === "stripe")
    .flatMap(({ order, payment }) => payment.refunds.map((refund) => ({ order, payment, refund })));
  const atStripe = [...(stripe?.refunds.values() ?? [])];
  const entries = ours.flatMap((found): LedgerEntry[] => {
    const match = atStripe.find((candidate) => isSameRefund(candidate, found.refund));
    const problem = match
      ? problemOfMatch(match, found.refund)
      : problemOfUnmatched(found.refund, now, stripe ? period : null);
    if (!match && !problem && !isWithin(found.refund.createdAt, period)) return [];
    return [ownEntry(found, match, problem)];
  });
  const unknown = atStripe.filter((candidate) => !ours.some(({ refund }) => isSameRefund(candidate, refund)));
  return [...entries, ...unknown.map((refund) => unknownRefund(refund, own))];
}

function problemOfMatch(atStripe: Stripe.Refund, refund: Refund): LedgerProblem | null {
  const isSameAmount = atStripe.amount === refund.amountMinor && atStripe.currency.toUpperCase() === refund.currency;
  if (!isSameAmount) return "amounts_differ";
  return refundStateOf(atStripe) === refund.state ? null : "states_differ";
}

/** `readPeriod` is null if Stripe was not read: then only a refund that was never sent can be a problem. */
function problemOfUnmatched(refund: Refund, now: Date, readPeriod: Comparison["period"] | null): LedgerProblem | null {
  if (refund.state === "pending" && !refund.stripeRefundId) {
    return now.getTime() - refund.createdAt.getTime() > maxUnsentMs ? "unknown_at_stripe" : null;
  }
  // A refund that was never sent failed for a reason; what is owed shows at its payment.
  if (!refund.stripeRefundId) return null;
  return readPeriod && isWithin(refund.createdAt, readPeriod) ? "unknown_at_stripe" : null;
}

const stateLabels: Record<Refund["state"], string> = { pending: "on its way", succeeded: "refunded", failed: "failed" };

function ownEntry(
  { order, payment, refund }: OwnRefund,
  atStripe: Stripe.Refund | undefined,
  problem: LedgerProblem | null,
): LedgerEntry {
  return {
    kind: "refund",
    at: refund.createdAt,
    amountMinor: refund.amountMinor,
    currency: refund.currency,
    state: stateLabels[refund.state],
    stripeId: refund.stripeRefundId ?? atStripe?.id ?? null,
    paymentId: payment.id,
    order,
    problem,
  };
}

function unknownRefund(refund: Stripe.Refund, own: OwnOrder[]): LedgerEntry {
  const found = findPayment(own, intentOf(refund));
  return {
    kind: "refund",
    at: dateOf(refund.created),
    amountMinor: refund.amount,
    currency: refund.currency.toUpperCase(),
    state: stateLabels[refundStateOf(refund)],
    stripeId: refund.id,
    paymentId: found?.payment.id ?? null,
    order: found?.order ?? null,
    ...(found || !isForeign(refund) ? { problem: "unknown_here" } : { problem: null, isForeign: true }),
  };
}
