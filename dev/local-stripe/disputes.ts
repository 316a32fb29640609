import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import { ApiError } from "./api-error";
import { disputeFromBalance } from "./balance";
import { change, type Context, nowInSeconds } from "./context";
import { recordEvent } from "./events";
import { disputedCharge } from "./objects/charge";
import {
  buildDispute,
  buildFraudWarning,
  type DisputeObject,
  type DisputeReason,
  type DisputeStatus,
  type FraudWarningObject,
  movedDispute,
} from "./objects/dispute";
import { type ChargeRef, requireCharge } from "./payments";
import { insertObject, lockObject, type Payer, saveObject } from "./store";

export type NewDisputeOf = ChargeRef & {
  /** The amount, which defaults to the whole charge. */
  amount?: number | undefined;
  reason?: DisputeReason | undefined;
  /** The bank only inquires and withdraws no money yet. */
  isInquiry?: boolean | undefined;
};

export function disputeCharge(
  ctx: Context,
  { amount, reason, isInquiry = false, ...ref }: NewDisputeOf,
): Promise<DisputeObject> {
  return change(ctx, async (tx) => {
    const { body: charge, sessionId, email } = await requireCharge(tx, ref);
    const made = buildDispute({
      charge,
      amount: amount ?? charge.amount,
      reason: reason ?? "product_not_received",
      status: isInquiry ? "warning_needs_response" : "needs_response",
      created: nowInSeconds(ctx),
    });
    const dispute = isInquiry ? made : await withdraw(ctx, tx, made, { sessionId, email });
    await insertObject(tx, "dispute", { body: dispute, sessionId, email });
    await saveObject(tx, disputedCharge(charge));
    await endWarnings(tx, charge.id);
    await recordEvent(ctx, tx, { type: "charge.dispute.created", object: dispute, email });
    if (!isInquiry) await recordEvent(ctx, tx, { type: "charge.dispute.funds_withdrawn", object: dispute, email });
    return dispute;
  });
}

export type DisputeMove = { disputeId: string; status: DisputeStatus };

export function moveDispute(ctx: Context, { disputeId, status }: DisputeMove): Promise<DisputeObject> {
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "dispute", disputeId);
    if (!kept || !next[kept.body.status]?.includes(status)) {
      throw new ApiError(`There is no open dispute '${disputeId}' that can become ${status}.`);
    }
    const { body: before, sessionId, email } = kept;
    const moved = movedDispute(before, status);
    const isInBalance = status === "needs_response" || status === "won";
    const dispute = isInBalance ? await withdraw(ctx, tx, moved, { sessionId, email }) : moved;
    await saveObject(tx, dispute);
    const event = { object: dispute, previousAttributes: { status: before.status }, email };
    const type = closedStatuses.includes(status) ? "charge.dispute.closed" : "charge.dispute.updated";
    await recordEvent(ctx, tx, { type, ...event });
    if (status === "needs_response") {
      await recordEvent(ctx, tx, { type: "charge.dispute.funds_withdrawn", object: dispute, email });
    }
    if (status === "won") {
      await recordEvent(ctx, tx, { type: "charge.dispute.funds_reinstated", object: dispute, email });
    }
    return dispute;
  });
}

/** Takes the money of a dispute from the balance, or returns that of one that was won. */
async function withdraw(ctx: Context, tx: Queryable, dispute: DisputeObject, payer: Payer): Promise<DisputeObject> {
  const transaction = await disputeFromBalance(ctx, tx, dispute, { ...payer, isReturned: dispute.status === "won" });
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, transaction] };
}

export function warnOfFraud(ctx: Context, ref: ChargeRef): Promise<FraudWarningObject> {
  return change(ctx, async (tx) => {
    const { body: charge, sessionId, email } = await requireCharge(tx, ref);
    const warning = buildFraudWarning(charge, "unauthorized_use_of_card", nowInSeconds(ctx));
    await insertObject(tx, "radar.early_fraud_warning", { body: warning, sessionId, email });
    await recordEvent(ctx, tx, { type: "radar.early_fraud_warning.created", object: warning, email });
    return warning;
  });
}

/** Ends the warnings of a charge, as after a dispute or a full refund. */
export async function endWarnings(tx: Queryable, chargeId: string): Promise<void> {
  await tx.execute(sql`
    update local_stripe.objects set body = jsonb_set(body, '{actionable}', 'false')
    where kind = 'radar.early_fraud_warning' and body ->> 'charge' = ${chargeId}`);
}

/** An open inquiry may become a chargeback at any time. */
const next: Partial<Record<DisputeStatus, DisputeStatus[]>> = {
  warning_needs_response: ["warning_under_review", "warning_closed", "needs_response"],
  warning_under_review: ["warning_closed", "needs_response"],
  needs_response: ["under_review", "won", "lost"],
  under_review: ["won", "lost"],
};

const closedStatuses: DisputeStatus[] = ["won", "lost", "warning_closed"];
