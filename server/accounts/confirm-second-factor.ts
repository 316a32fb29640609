import { eq } from "drizzle-orm";
import { secondFactors } from "@db/schema";
import { DomainError } from "../errors";
import { logSecurityEvent } from "../security-log";
import type { MemberContext } from "../trpc/context";
import { accountTransaction, lockAccount } from "./lock-account";
import { forgetAttempts, spendAttempt } from "./rate-limits";
import { readSecret } from "./read-secret";
import { issueRecoveryCodes } from "./recovery-codes";
import { wrongCode } from "./spend-code";
import { stepOf } from "./totp";

/**
 * Turns the second factor on, by a first code of the authenticator app, and answers the recovery codes, this once.
 * Throws wrong_code, rate_limited, invalid (nothing to confirm).
 */
export async function confirmSecondFactor(
  ctx: MemberContext,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { clock, user } = ctx;
  await spendAttempt(ctx, "code of account", user.id);
  const recoveryCodes = await accountTransaction(ctx, async (tx) => {
    await lockAccount(tx, user);
    const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, user.id));
    const secret = factor && !factor.confirmedAt && readSecret(ctx, factor);
    if (!secret) throw new DomainError("invalid", "There is nothing to confirm. Please start again.");
    const step = stepOf(secret, code, clock.now());
    if (step === null) throw wrongCode();
    await tx
      .update(secondFactors)
      .set({ confirmedAt: clock.now(), lastStep: step })
      .where(eq(secondFactors.userId, user.id));
    return issueRecoveryCodes(tx, user.id);
  });
  await forgetAttempts(ctx, "code of account", user.id);
  logSecurityEvent(ctx, "second_factor_turned_on", { userId: user.id });
  return { recoveryCodes };
}
