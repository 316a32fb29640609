import type Stripe from "stripe";
import { newId } from "../ids";

/** The source is an id until it is expanded. */
export type BalanceTransactionObject = Stripe.BalanceTransaction & { source: string };

export type Movement = {
  type: "adjustment" | "charge" | "payout" | "payout_failure" | "refund" | "refund_failure";
  category: "charge" | "dispute" | "dispute_reversal" | "payout" | "payout_reversal" | "refund" | "refund_failure";
  source: string;
  /** The amount in minor units of the account's currency; negative if it leaves the balance. */
  amount: number;
  currency: string;
  exchangeRate: number | null;
  fee: Fee | null;
  description: string | null;
  created: number;
  availableOn: number;
};

export type Fee = { amount: number; description: string };

export function buildBalanceTransaction(movement: Movement): BalanceTransactionObject {
  const { amount, availableOn, category, created, currency, description, exchangeRate, fee, source, type } = movement;
  return {
    id: newId("balanceTransaction"),
    object: "balance_transaction",
    amount,
    available_on: availableOn,
    balance_type: "payments",
    created,
    currency,
    description,
    exchange_rate: exchangeRate,
    fee: fee?.amount ?? 0,
    fee_details: fee ? [{ ...fee, application: null, currency, type: "stripe_fee" }] : [],
    net: amount - (fee?.amount ?? 0),
    reporting_category: category,
    source,
    status: availableOn <= created ? "available" : "pending",
    type,
  };
}
