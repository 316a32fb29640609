import { networkOf } from "../core/network-of";
import { spendAttempt } from "./rate-limits";
import type { Context } from "../core/context";

/**
 * Counts an attempt to book or to buy, by where it comes from and by who it is for: a member's account, which nobody
 * else can use up, or the address that a guest gives. Throws rate_limited and busy.
 */
export async function spendBooking(ctx: Context, { email }: { email?: string | undefined } = {}): Promise<void> {
  await spendAttempt(ctx, "booking from address", networkOf(ctx.visitor.address));
  const account = ctx.user?.id ?? email?.toLowerCase();
  if (account) await spendAttempt(ctx, "booking of account", account);
}
