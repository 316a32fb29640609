import { inTransaction } from "../core/transaction";
import { isTaken } from "@db/errors";
import { users } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../audit/record-audit";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import { endTokens, useToken } from "./account-tokens";

/** Confirms an address without signing in, and claims purchases made with it. Throws link_expired. */
export async function verifyEmail(ctx: Context, { token }: { token: string }): Promise<{ returnTo: string | null }> {
  const now = ctx.clock.now();
  return inTransaction(ctx, async (tx) => {
    const { account, returnTo } = await useToken(tx, { purpose: "verify_email", token }, now);
    const emailConfirmedAt = account.emailConfirmedAt ?? now;
    await tx.update(users).set({ emailConfirmedAt }).where(eq(users.id, account.id));
    await ctx.hooks.claimPurchases(tx, ctx, { ...account, emailConfirmedAt });
    return { returnTo };
  });
}

/** Changes an account's address and ends links mailed to the old one. Throws link_expired, invalid (address taken). */
export async function confirmEmailChange(ctx: Context, { token }: { token: string }): Promise<void> {
  const now = ctx.clock.now();
  try {
    const userId = await inTransaction(ctx, async (tx) => {
      const { account, email } = await useToken(tx, { purpose: "change_email", token }, now);
      if (email === null || account.archivedAt) throw new DomainError("link_expired", "This link is over.");
      await tx.update(users).set({ email, emailConfirmedAt: now }).where(eq(users.id, account.id));
      await endTokens(tx, { userId: account.id, now });
      await ctx.hooks.claimPurchases(tx, ctx, { ...account, email, emailConfirmedAt: now });
      await audit(tx, { ...ctx, user: null }, "user.email_changed", account.id);
      return account.id;
    });
    logSecurityEvent(ctx, "email_changed", { userId });
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new DomainError("invalid", "Another account has this address by now.", { cause: error });
  }
}
