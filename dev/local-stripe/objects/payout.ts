import type Stripe from "stripe";
import { newId, randomText } from "../ids";
import type { BalanceTransactionObject } from "./balance-transaction";

export type PayoutObject = Stripe.Payout & { balance_transaction: string | null };

type NewPayout = { amount: number; currency: string; created: number; arrivalDate: number };

/** Builds a payout of the automatic schedule; its own balance transaction is added once it exists. */
export function buildPayout({ amount, currency, created, arrivalDate }: NewPayout): PayoutObject {
  return {
    id: newId("payout"),
    object: "payout",
    ...unusedFeatures,
    amount,
    arrival_date: arrivalDate,
    automatic: true,
    balance_transaction: null,
    created,
    currency,
    description: "STRIPE PAYOUT",
    destination: "ba_1localStripeBankAccount00",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    reconciliation_status: "completed",
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: { status: "pending", value: null },
    type: "bank_account",
  };
}

/** Returns the payout as arrived, with the bank's reference. */
export const paidPayout = (payout: PayoutObject): PayoutObject => ({
  ...payout,
  status: "paid",
  trace_id: { status: "supported", value: randomText(16).toUpperCase() },
});

export const failedPayout = (payout: PayoutObject, returned: BalanceTransactionObject): PayoutObject => ({
  ...payout,
  failure_balance_transaction: returned.id,
  failure_code: "account_closed",
  failure_message: "The bank account has been closed.",
  status: "failed",
});

const unusedFeatures = {
  application_fee: null,
  application_fee_amount: null,
  original_payout: null,
  payout_method: null,
  reversed_by: null,
} satisfies Partial<PayoutObject>;
