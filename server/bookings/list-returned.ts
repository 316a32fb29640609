import { asc, eq } from "drizzle-orm";
import { payments, refunds } from "@db/schema";
import { isFor, type Cause, type Refund } from "../payments/paid-payments";
import { formatAmount } from "../money/money";
import { type DisplayedStart, displayStart } from "../core/dates";
import type { Context } from "../core/context";

/** A part of what was paid that goes back. */
export type ReturnedPart = {
  amount: string;
  /** `by_hand`: the instructor returns it herself; `failed`: the bank did not take it. */
  state: "on_its_way" | "returned" | "by_hand" | "failed";
  on: DisplayedStart | null;
};

/** Everything that goes back or has gone back of a booking or a purchase, the first part first. */
export async function listReturned(ctx: Context, cause: Cause): Promise<ReturnedPart[]> {
  const rows = await ctx.db
    .select({ refund: refunds, provider: payments.provider })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isFor(cause))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return rows
    .filter(({ refund }) => !wasReplaced(refund))
    .map(({ refund, provider }) => ({
      amount: formatAmount(refund),
      state: partState(refund.state, provider),
      on: refund.settledAt ? displayStart({ startTime: refund.settledAt, locationType: "online" }, ctx) : null,
    }));
}

/** Never got to Stripe, because the money had gone back another way. */
const wasReplaced = ({ state, stripeRefundId }: Refund) => state === "failed" && stripeRefundId === null;

function partState(state: Refund["state"], provider: "stripe" | "outside"): ReturnedPart["state"] {
  if (state === "failed") return "failed";
  if (state === "succeeded") return "returned";
  return provider === "outside" ? "by_hand" : "on_its_way";
}
