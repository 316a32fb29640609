import type { Transaction } from "@db/client";
import type { Context } from "../trpc/context";
import { hasSecondFactor } from "./has-second-factor";

export type SignedIn = { next: "done" | "second_factor" };

/**
 * Signs this browser in, last in its transaction. Whoever has set up a second factor is nobody until it was entered.
 * The account must be locked.
 */
export async function openSession(
  tx: Transaction,
  ctx: Context,
  userId: string,
  recoveredAt: Date | null = null,
): Promise<SignedIn> {
  const isComplete = !(await hasSecondFactor(tx, userId));
  await ctx.session.open(userId, { isComplete, recoveredAt }, tx);
  return { next: isComplete ? "done" : "second_factor" };
}
