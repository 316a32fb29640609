import { recordAudit } from "../audit/record-audit";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { endSessionsOf } from "./end-sessions";
import { endTokens } from "./issue-token";
import { accountTransaction, lockAccount } from "./lock-account";
import { mailSecondFactorChanged } from "./mail-account";
import { removeSecondFactor } from "./second-factor";

/**
 * Removes the second factor of an account whose owner has lost it, for an operator who has made sure who asks. Signs the
 * account out everywhere, writes it into the audit log and mails the owner. Returns false where there is no such
 * account, or no second factor.
 */
export async function removeLostSecondFactor(
  services: Pick<Services, "db" | "clock" | "settings" | "log">,
  email: string,
): Promise<boolean> {
  const now = services.clock.now();
  const userId = await accountTransaction(services, async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account || !(await removeSecondFactor(tx, account.id))) return null;
    await endTokens(tx, { userId: account.id, now });
    await endSessionsOf(tx, account.id);
    const subject = { subjectType: "user", subjectId: account.id } as const;
    await recordAudit(tx, { ...subject, actorId: null, action: "user.second_factor_removed" }, now);
    const timeZone = account.timeZone ?? services.settings.siteTimeZone;
    await mailSecondFactorChanged(tx, services, { account, change: "removed", now, timeZone, userAgent: null });
    return account.id;
  });
  if (userId) logSecurityEvent(services, "second_factor_turned_off", { userId, reason: "operator" });
  return userId !== null;
}
