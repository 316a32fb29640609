import { ApiError } from "./api-error";
import { chargeOfSession } from "./charge-of-session";
import { change, nowInSeconds, type Context } from "./context";
import { recordEvent } from "./events";
import { disputedCharge } from "./objects/charge";
import { buildDispute, closedDispute, type DisputeObject, type DisputeReason } from "./objects/dispute";
import { insertObject, lockObject, saveObject } from "./store";

export type NewDisputeOf = {
  sessionId: string;
  /** All of the charge when not given. */
  amount?: number | undefined;
  reason?: DisputeReason | undefined;
};

/** The customer's bank takes a payment back. Throws when the session was not paid. */
export function disputeCharge(ctx: Context, { sessionId, amount, reason }: NewDisputeOf): Promise<DisputeObject> {
  return change(ctx, async (tx) => {
    const { body: charge, email } = await chargeOfSession(tx, sessionId);
    const dispute = buildDispute({
      charge,
      amount: amount ?? charge.amount,
      reason: reason ?? "product_not_received",
      created: nowInSeconds(ctx),
    });
    await insertObject(tx, "dispute", { body: dispute, sessionId, email });
    await saveObject(tx, disputedCharge(charge));
    await recordEvent(ctx, tx, { type: "charge.dispute.created", object: dispute, email });
    await recordEvent(ctx, tx, { type: "charge.dispute.funds_withdrawn", object: dispute, email });
    return dispute;
  });
}

/** The bank decides. Throws when there is no such dispute, or when it was decided before. */
export function closeDispute(
  ctx: Context,
  { disputeId, status }: { disputeId: string; status: "won" | "lost" },
): Promise<DisputeObject> {
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "dispute", disputeId);
    if (kept?.body.status !== "needs_response") throw new ApiError(`There is no open dispute '${disputeId}'.`);
    const dispute = closedDispute(kept.body, status);
    await saveObject(tx, dispute);
    const previousAttributes = { status: kept.body.status };
    const { email } = kept;
    await recordEvent(ctx, tx, { type: "charge.dispute.closed", object: dispute, previousAttributes, email });
    if (status === "won") {
      await recordEvent(ctx, tx, { type: "charge.dispute.funds_reinstated", object: dispute, email });
    }
    return dispute;
  });
}
