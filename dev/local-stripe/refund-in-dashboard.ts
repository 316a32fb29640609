import { requireCharge, type ChargeRef } from "./charge-of-session";
import { change, type Context } from "./context";
import { createRefund } from "./create-refund";
import type { NewRefundStatus, RefundObject } from "./objects/refund";

export type DashboardRefund = ChargeRef & {
  /** All that is left when not given. */
  amount?: number | undefined;
  /** `pending`: the balance has to be filled first. */
  status?: NewRefundStatus | undefined;
};

/** The merchant gives money back by hand: no call of the API, and nothing that says what it is for. */
export function refundInDashboard(ctx: Context, { amount, status, ...ref }: DashboardRefund): Promise<RefundObject> {
  return change(ctx, async (tx) => {
    const { body: charge } = await requireCharge(tx, ref);
    return createRefund(ctx, tx, { charge: charge.id, amount }, null, status);
  });
}
