import { isWithin, paymentsIn, type Comparison } from "./comparison";
import type { LedgerEntry } from "./ledger-entry";
import type { OwnOrder } from "./read-own-books";

/** Disputes of a period as we know them, for when Stripe can't be read. */
export const listOwnDisputes = (own: OwnOrder[], period: Comparison["period"]): LedgerEntry[] =>
  paymentsIn(own).flatMap(({ order, payment }) =>
    payment.disputes
      .filter(({ createdAt }) => isWithin(createdAt, period))
      .map((dispute) => ({
        kind: "dispute",
        at: dispute.createdAt,
        amountMinor: dispute.amountMinor,
        currency: dispute.currency,
        state: dispute.status.replaceAll("_", " "),
        stripeId: dispute.stripeDisputeId,
        paymentId: payment.id,
        order,
        problem: null,
      })),
  );

/** Payment pages for which a place or a purchase is held, for when Stripe can't be read. */
export const listOwnPages = (own: OwnOrder[]): LedgerEntry[] =>
  paymentsIn(own)
    .filter(({ order, payment }) => order.isHeld && payment.state === "open" && payment.provider === "stripe")
    .map(({ order, payment }) => ({
      kind: "page",
      at: payment.createdAt,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      state: "open",
      stripeId: payment.stripeCheckoutSessionId,
      paymentId: payment.id,
      order,
      problem: null,
    }));
