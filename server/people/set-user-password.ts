import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { users } from "@db/schema";
import { endSessionsOf } from "../accounts/account-sessions";
import { hashPassword } from "../accounts/hash-password";
import { endTokens } from "../accounts/account-tokens";

import { mailPasswordChanged } from "../accounts/mail-account";
import { requireGoodPassword } from "../accounts/passwords";
import { audit } from "../audit/record-audit";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import type { MemberContext } from "../core/context";
import { requireUser } from "./require-user";
import type { userPassword } from "./schemas";

/**
 * Gives a member another password, signs her out everywhere, ends the links that were mailed to her, and tells her.
 * Throws not_found, and forbidden for an admin's account: each sets her own, in her profile. Throws invalid for a common password.
 */
export async function setUserPassword(
  ctx: MemberContext,
  { id, password }: z.infer<typeof userPassword>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const account = await requireUser(tx, id);
    if (account.role === "admin") throw new DomainError("forbidden", "Admins choose their own password.");
    await requireGoodPassword({ db: tx, settings: ctx.settings }, password, { person: account, field: "password" });
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
    await endTokens(tx, { userId: id, now });
    await endSessionsOf(tx, id);
    const device = "Set for you by the instructor";
    await mailPasswordChanged(tx, ctx, {
      account,
      now,
      timeZone: account.timeZone ?? ctx.settings.siteTimeZone,
      device,
    });
    await audit(tx, ctx, "user.password_set", id);
  });
  logSecurityEvent(ctx, "password_changed", { userId: id, actorId: ctx.user.id, reason: "admin" });
}
