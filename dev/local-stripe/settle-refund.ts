import { ApiError } from "./api-error";
import { change, type Context } from "./context";
import { recordEvent } from "./events";
import { refundedCharge } from "./objects/charge";
import { settledRefund, type RefundObject } from "./objects/refund";
import { lockObject, saveObject } from "./store";

export type RefundOutcome = "succeeded" | "failed" | "canceled";

/**
 * What a bank makes of a refund later: a pending one succeeds, fails or is cancelled; one that has succeeded may still
 * be returned, and the money is with the merchant again. Throws when Stripe knows no such step.
 */
export function settleRefund(
  ctx: Context,
  { refundId, status }: { refundId: string; status: RefundOutcome },
): Promise<RefundObject> {
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "refund", refundId);
    const before = kept?.body.status;
    const isPossible =
      before === "pending" || before === "requires_action" || (before === "succeeded" && status === "failed");
    if (!kept || !isPossible) throw new ApiError(`The refund '${refundId}' can't be ${status}.`);
    const refund = settledRefund(kept.body, status);
    await saveObject(tx, refund);
    const { email } = kept;
    if (status !== "succeeded") {
      const charge = await lockObject(tx, "charge", refund.charge);
      await saveObject(tx, refundedCharge(charge!.body, -refund.amount));
    }
    const event = { object: refund, previousAttributes: { status: before }, email };
    await recordEvent(ctx, tx, { type: "refund.updated", ...event });
    if (status === "failed") await recordEvent(ctx, tx, { type: "refund.failed", ...event });
    return refund;
  });
}
