import type { Transaction } from "@db/client";
import { users } from "@db/schema";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { endSessionsOf } from "../accounts/account-sessions";
import { endTokens, issueToken } from "../accounts/account-tokens";
import { hashPassword } from "../accounts/hash-password";
import { mailPasswordChanged, mailReset } from "../accounts/mail-account";
import { requireGoodPassword } from "../accounts/passwords";
import { audit } from "../audit/record-audit";
import type { MemberContext } from "../core/context";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";
import { runOncePerForm } from "../core/forms";
import { logSecurityEvent } from "../core/security-log";
import { inTransaction } from "../core/transaction";
import { countAttempt } from "../rate-limits/rate-limits";
import { lockUser, readUser } from "./users";
import type { userPassword } from "./schemas";

/** Sets a password, ends all sessions and mailed links, notifies the member. Throws forbidden for admins, invalid. */
export async function setUserPassword(
  ctx: MemberContext,
  { id, password }: z.infer<typeof userPassword>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    const account = await lockUser(tx, id);
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

type ResetRequest = { id: string; formKey?: string | undefined };

/** The same form key sends one mail. Throws not_found, rate_limited. */
export async function sendPasswordReset(ctx: MemberContext, { id, formKey }: ResetRequest): Promise<{ email: string }> {
  const now = ctx.clock.now();
  // The counter uses another connection, so it must not run while the account is locked.
  await countAttempt(ctx, "link to account", `reset_password:${normalEmail((await readUser(ctx.db, id)).email)}`);
  const send = async (tx: Transaction) => {
    const account = await lockUser(tx, id);
    const token = await issueToken(tx, { userId: id, purpose: "reset_password", now });
    await mailReset(tx, ctx, { account, token });
    await audit(tx, ctx, "user.reset_sent", id);
    logSecurityEvent(ctx, "link_issued", { userId: id, actorId: ctx.user.id, reason: "reset_password" });
  };
  const posted = { procedure: "sendPasswordReset", formKey, input: { id } };
  await inTransaction(ctx, (tx) => runOncePerForm(tx, ctx, posted, () => send(tx)));
  const { email } = await readUser(ctx.db, id);
  return { email };
}
