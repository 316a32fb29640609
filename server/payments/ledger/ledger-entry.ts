import type { OwnOrder } from "./read-own-books";

/** Why an entry can't be explained. */
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

/** One line of the ledger: something that Stripe has, or we have, or both. */
export type LedgerEntry = {
  kind: "payment" | "refund" | "dispute" | "page" | "order";
  at: Date;
  amountMinor: number;
  /** In capitals; another product of the same account may use one that we don't. */
  currency: string;
  /** "paid", "refunded", "on its way", "failed", … */
  state: string;
  stripeId: string | null;
  /** What can be asked about again. */
  paymentId: string | null;
  order: OwnOrder | null;
  problem: LedgerProblem | null;
  /** Of another program that shares the Stripe account: nothing that our books would have to explain. */
  isForeign?: boolean;
};
