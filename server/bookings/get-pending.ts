import { formatAmount } from "../money/money";
import type { Context } from "../core/context";
import { findPending } from "./find-pending";

/** The payment for this session that whoever asks has begun and not finished; null where there is none. */
export async function getPending(ctx: Context, asked: { sessionId: string }): Promise<{ total: string } | null> {
  const pending = await findPending(ctx, asked);
  if (!pending) return null;
  const { totalMinor, currency } = pending.booking;
  return { total: formatAmount({ amountMinor: totalMinor, currency }) };
}
