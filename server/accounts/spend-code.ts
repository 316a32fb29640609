import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { secondFactors } from "@db/schema";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { readSecret } from "./read-secret";
import { spendRecoveryCode } from "./recovery-codes";
import { stepOf } from "./totp";

type Spender = Pick<Services, "clock" | "settings" | "log">;

/**
 * Takes a code of the authenticator app or a recovery code, each once. The account must be locked.
 * Throws wrong_code.
 */
export async function spendCode(tx: Transaction, services: Spender, userId: string, code: string): Promise<void> {
  if (await spendAppCode(tx, services, userId, code)) return;
  const isRecoveryCode = await spendRecoveryCode(tx, userId, code, services.clock.now());
  logSecurityEvent(services, isRecoveryCode ? "recovery_code_used" : "second_factor_failed", { userId });
  if (!isRecoveryCode) throw wrongCode();
}

export const wrongCode = () =>
  new DomainError("wrong_code", "That code is not right. Please try again.", { field: "code" });

/** Each code counts once: the step it belongs to must be later than that of the last one. */
async function spendAppCode(tx: Transaction, services: Spender, userId: string, code: string): Promise<boolean> {
  const isTheirs = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  const [factor] = await tx.select().from(secondFactors).where(isTheirs);
  const secret = factor && readSecret(services, factor);
  const step = secret ? stepOf(secret, code, services.clock.now()) : null;
  if (step === null) return false;
  const spent = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(isTheirs, or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))))
    .returning({ userId: secondFactors.userId });
  return spent.length > 0;
}
