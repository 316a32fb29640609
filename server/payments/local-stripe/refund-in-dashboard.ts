import { chargeOfSession } from "./charge-of-session";
import { change, type Context } from "./context";
import { createRefund } from "./create-refund";
import type { RefundObject } from "./objects/refund";

export type DashboardRefund = {
  sessionId: string;
  /** All that is left when not given. */
  amount?: number | undefined;
  /** `pending`: the balance has to be filled first. */
  status?: "pending" | "succeeded" | undefined;
};

/** The merchant gives money back by hand: no call of the API, and nothing that says what it is for. */
export function refundInDashboard(ctx: Context, { sessionId, amount, status }: DashboardRefund): Promise<RefundObject> {
  return change(ctx, async (tx) => {
    const { body: charge } = await chargeOfSession(tx, sessionId);
    return createRefund(ctx, tx, { charge: charge.id, amount }, null, status);
  });
}
