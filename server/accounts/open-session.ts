import type { Transaction } from "@db/client";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { lockAccount } from "./lock-account";
import { hasSecondFactor } from "./second-factor";

export type SignedIn = { next: "done" | "second_factor" };

/**
 * Signs this browser in, last in its transaction; what was bought for the account's address becomes the account's.
 * Whoever has set up a second factor is nobody until it was entered. The account must be locked. Throws unauthenticated
 * where it was deleted meanwhile.
 */
export async function openSession(
  tx: Transaction,
  ctx: Context,
  userId: string,
  recoveredAt: Date | null = null,
): Promise<SignedIn> {
  const account = await lockAccount(tx, { id: userId });
  if (!account) throw new DomainError("unauthenticated", "Please sign in.");
  await ctx.hooks.claimPurchases(tx, ctx, account);
  const isComplete = !(await hasSecondFactor(tx, userId));
  await ctx.session.open(userId, { isComplete, recoveredAt }, tx);
  return { next: isComplete ? "done" : "second_factor" };
}
