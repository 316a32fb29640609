import type { Transaction } from "@db/client";
import type { Context } from "../core/context";
import { accountTransaction, lockAccount } from "./lock-account";
import { forgetAttempts, spendAttempt } from "../rate-limits/rate-limits";
import { spendCode } from "./spend-code";

/**
 * Does what needs a code of the second factor, in the transaction that uses the code up.
 * Throws wrong_code, rate_limited.
 */
export async function withCode<Value>(
  ctx: Context,
  userId: string,
  code: string,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  await spendAttempt(ctx, "code of account", userId);
  const value = await accountTransaction(ctx, async (tx) => {
    await lockAccount(tx, { id: userId });
    await spendCode(tx, ctx, userId, code);
    return work(tx);
  });
  await forgetAttempts(ctx, "code of account", userId);
  return value;
}
