import type { Queryable } from "@db/client";
import { formatAmount } from "./amounts";
import { nowInSeconds, type Context } from "./context";
import {
  type BalanceTransactionObject,
  buildBalanceTransaction,
  type Fee,
  type Movement,
} from "./objects/balance-transaction";
import type { ChargeObject } from "./objects/charge";
import type { DisputeObject } from "./objects/dispute";
import type { PayoutObject } from "./objects/payout";
import type { RefundObject } from "./objects/refund";
import { insertObject, type Payer } from "./store";

export const daySeconds = 24 * 60 * 60;

/** The account settles in pounds; what is paid in another currency is converted at these rates. */
const accountCurrency = "gbp";
const percentOfPound: Record<string, number> = { gbp: 100, eur: 86, usd: 79 };

/**
 * The fees published for accounts in the UK: 1.5 % and 20p for a payment by a standard card from there, which the test
 * card is; 2 % for converting its currency; £20 for a dispute, however it ends. A refund gives no fee back.
 */
const basisPoints = { card: 150, conversion: 200 };
const fixedFee = { card: 20, dispute: 2000 };

/** Payments can be paid out from midnight (UTC) three days later, what is taken back at once. */
const delayDays = 3;

/** Adds a charge's money, less the fee, to the balance. Returns the charge with its balance transaction. */
export async function chargeToBalance(
  tx: Queryable,
  made: ChargeObject,
  { sessionId, email }: Payer,
): Promise<ChargeObject> {
  const { charge, transaction } = withTransaction(made);
  await insertObject(tx, "balance_transaction", { body: transaction, sessionId, email });
  return charge;
}

/** Returns a charge with its balance transaction, which is still to be stored. */
export function withTransaction(charge: ChargeObject) {
  const money = inPounds(charge.amount, charge.currency);
  const points = basisPoints.card + (money.exchangeRate === null ? 0 : basisPoints.conversion);
  const transaction = buildBalanceTransaction({
    ...money,
    type: "charge",
    category: "charge",
    source: charge.id,
    fee: {
      amount: Math.round((money.amount * points) / 10_000) + fixedFee.card,
      description: "Stripe processing fees",
    },
    description: charge.description,
    created: charge.created,
    availableOn: startOfDay(charge.created) + delayDays * daySeconds,
  });
  return { charge: { ...charge, balance_transaction: transaction.id }, transaction };
}

/** Takes a refund from the balance, or returns one that failed. */
export function refundFromBalance(
  ctx: Context,
  tx: Queryable,
  { amount, currency, id, charge }: RefundObject,
  { isReturned = false, ...payer }: Payer & { isReturned?: boolean },
): Promise<BalanceTransactionObject> {
  const kind = isReturned ? "refund_failure" : "refund";
  return move(ctx, tx, payer, {
    ...inPounds(isReturned ? amount : -amount, currency),
    type: kind,
    category: kind,
    source: id,
    description: `${isReturned ? "REFUND FAILURE" : "REFUND"} FOR CHARGE (${charge})`,
  });
}

/** Takes a disputed amount and the fee from the balance, or returns the amount of a dispute that was won. */
export function disputeFromBalance(
  ctx: Context,
  tx: Queryable,
  { amount, currency, id, charge }: DisputeObject,
  { isReturned = false, ...payer }: Payer & { isReturned?: boolean },
): Promise<BalanceTransactionObject> {
  return move(ctx, tx, payer, {
    ...inPounds(isReturned ? amount : -amount, currency),
    type: "adjustment",
    category: isReturned ? "dispute_reversal" : "dispute",
    source: id,
    description: `Chargeback ${isReturned ? "reversal" : "withdrawal"} for ${charge}`,
    fee: isReturned ? null : { amount: fixedFee.dispute, description: "Dispute fee" },
  });
}

/** Takes a payout from the balance. */
export function payoutFromBalance(tx: Queryable, { id, amount, currency, created }: PayoutObject) {
  const movement: Movement = {
    amount: -amount,
    currency,
    exchangeRate: null,
    type: "payout",
    category: "payout",
    source: id,
    fee: null,
    description: "STRIPE PAYOUT",
    created,
    availableOn: created,
  };
  return insertTransaction(tx, movement, nobody, { payout: id });
}

/** Returns the money of a failed payout, which the next one holds. */
export function returnPayout(ctx: Context, tx: Queryable, { id, amount, currency }: PayoutObject) {
  return move(ctx, tx, nobody, {
    amount,
    currency,
    exchangeRate: null,
    type: "payout_failure",
    category: "payout_reversal",
    source: id,
    description: `${formatAmount(amount, currency)} of a failed payout`,
  });
}

type NewMovement = Omit<Movement, "created" | "availableOn" | "fee"> & { fee?: Fee | null };

function move(ctx: Context, tx: Queryable, payer: Payer, { fee = null, ...movement }: NewMovement) {
  const now = nowInSeconds(ctx);
  return insertTransaction(tx, { ...movement, fee, created: now, availableOn: now }, payer);
}

const nobody: Payer = { sessionId: "", email: "" };

async function insertTransaction(
  tx: Queryable,
  movement: Movement,
  { sessionId, email }: Payer,
  hidden: { payout?: string } = {},
) {
  const body = buildBalanceTransaction(movement);
  await insertObject(tx, "balance_transaction", { body, sessionId, email, hidden });
  return body;
}

function inPounds(amount: number, currency: string): Pick<Movement, "amount" | "currency" | "exchangeRate"> {
  if (currency === accountCurrency) return { amount, currency, exchangeRate: null };
  const percent = percentOfPound[currency];
  if (percent === undefined) throw new Error(`the local Stripe does not convert ${currency}`);
  const converted = Math.sign(amount) * Math.round((Math.abs(amount) * percent) / 100);
  return { amount: converted, currency: accountCurrency, exchangeRate: percent / 100 };
}

export const startOfDay = (instant: number): number => instant - (instant % daySeconds);
