import type { LedgerPeriod } from "./ledger-period";
import type { OwnOrder, OwnPayment } from "./read-own-books";
import type { StripeBooks } from "./read-stripe-books";

export type LedgerProblem =
  | "unknown_here"
  | "unknown_at_stripe"
  | "not_recorded"
  | "amounts_differ"
  | "states_differ"
  | "refund_owed"
  | "paid_twice"
  | "place_unpaid"
  | "page_open";

export type LedgerEntry = {
  kind: "payment" | "refund" | "dispute" | "page" | "order";
  at: Date;
  amountMinor: number;
  /** Other products of the same account may use currencies that we don't. */
  currency: string;
  state: string;
  stripeId: string | null;
  paymentId: string | null;
  order: OwnOrder | null;
  problem: LedgerProblem | null;
  isForeign?: boolean;
};

export type Comparison = {
  period: Pick<LedgerPeriod, "from" | "until">;
  now: Date;
  stripe: StripeBooks | null;
  own: OwnOrder[];
};

export const paymentsIn = (own: OwnOrder[]): { order: OwnOrder; payment: OwnPayment }[] =>
  own.flatMap((order) => order.payments.map((payment) => ({ order, payment })));

export const findPayment = (own: OwnOrder[], intentId: string | null) =>
  intentId === null ? undefined : paymentsIn(own).find(({ payment }) => payment.stripePaymentIntentId === intentId);

export const isWithin = (at: Date | null, { from, until }: Comparison["period"]) =>
  at !== null && at >= from && at < until;

/** Returns the date of one of Stripe's timestamps, which are in seconds. */
export const dateOf = (seconds: number) => new Date(seconds * 1000);

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
