import { ApiError } from "./api-error";
import { requireCharge, type ChargeRef } from "./charge-of-session";
import { change, nowInSeconds, type Context } from "./context";
import { recordEvent } from "./events";
import { disputedCharge } from "./objects/charge";
import {
  buildDispute,
  movedDispute,
  type DisputeObject,
  type DisputeReason,
  type DisputeStatus,
} from "./objects/dispute";
import { insertObject, lockObject, saveObject } from "./store";
import { endWarnings } from "./warn-of-fraud";

export type NewDisputeOf = ChargeRef & {
  /** All of the charge when not given. */
  amount?: number | undefined;
  reason?: DisputeReason | undefined;
  /** The bank only asks, and takes no money as yet. */
  isInquiry?: boolean | undefined;
};

/** The customer's bank takes a payment back, or asks about it. Throws when the session was not paid. */
export function disputeCharge(
  ctx: Context,
  { amount, reason, isInquiry = false, ...ref }: NewDisputeOf,
): Promise<DisputeObject> {
  return change(ctx, async (tx) => {
    const { body: charge, sessionId, email } = await requireCharge(tx, ref);
    const dispute = buildDispute({
      charge,
      amount: amount ?? charge.amount,
      reason: reason ?? "product_not_received",
      status: isInquiry ? "warning_needs_response" : "needs_response",
      created: nowInSeconds(ctx),
    });
    await insertObject(tx, "dispute", { body: dispute, sessionId, email });
    await saveObject(tx, disputedCharge(charge));
    await endWarnings(tx, charge.id);
    await recordEvent(ctx, tx, { type: "charge.dispute.created", object: dispute, email });
    if (!isInquiry) await recordEvent(ctx, tx, { type: "charge.dispute.funds_withdrawn", object: dispute, email });
    return dispute;
  });
}

/** What may follow a status. An inquiry may become a chargeback at any time until it is closed. */
const next: Partial<Record<DisputeStatus, DisputeStatus[]>> = {
  warning_needs_response: ["warning_under_review", "warning_closed", "needs_response"],
  warning_under_review: ["warning_closed", "needs_response"],
  needs_response: ["under_review", "won", "lost"],
  under_review: ["won", "lost"],
};

const closedStatuses: DisputeStatus[] = ["won", "lost", "warning_closed"];

export type DisputeMove = { disputeId: string; status: DisputeStatus };

/** A dispute is answered, becomes a chargeback, or is decided. Throws when Stripe knows no such step. */
export function moveDispute(ctx: Context, { disputeId, status }: DisputeMove): Promise<DisputeObject> {
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "dispute", disputeId);
    if (!kept || !next[kept.body.status]?.includes(status)) {
      throw new ApiError(`There is no open dispute '${disputeId}' that can become ${status}.`);
    }
    const { body: before, email } = kept;
    const dispute = movedDispute(before, status);
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
