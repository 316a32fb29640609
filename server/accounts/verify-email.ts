import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import type { Context } from "../core/context";
import { accountTransaction } from "./lock-account";
import { useToken } from "./use-token";

/**
 * Confirms an address by the link mailed to it, and signs nobody in; what was bought for the address becomes the
 * account's. Throws link_expired.
 */
export async function verifyEmail(ctx: Context, { token }: { token: string }): Promise<{ returnTo: string | null }> {
  const now = ctx.clock.now();
  return accountTransaction(ctx, async (tx) => {
    const { account, returnTo } = await useToken(tx, { purpose: "verify_email", token }, now);
    const emailConfirmedAt = account.emailConfirmedAt ?? now;
    await tx.update(users).set({ emailConfirmedAt }).where(eq(users.id, account.id));
    await ctx.hooks.claimPurchases(tx, ctx, { ...account, emailConfirmedAt });
    return { returnTo };
  });
}
