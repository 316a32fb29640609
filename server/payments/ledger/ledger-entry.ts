import type { OwnOrder } from "./read-own-books";

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
