import { eq } from "drizzle-orm";
import type { z } from "zod";
import { type Account, users } from "@db/schema";
import { logSecurityEvent } from "../core/security-log";
import type { MemberContext } from "../core/context";
import { endSessionsOf } from "./account-sessions";
import { hashPassword } from "./hash-password";
import { endTokens } from "./account-tokens";
import { mailPasswordChanged } from "./mail-account";
import { requireGoodPassword } from "./passwords";
import { holderTransaction, requireCurrentPassword, requireHolder } from "./re-authenticate";
import type { changePasswordForm, newPasswordForm } from "./schemas";
import { describeBrowser } from "./known-devices";

export async function changePassword(
  ctx: MemberContext,
  { currentPassword, newPassword }: z.infer<typeof changePasswordForm>,
): Promise<void> {
  await replacePassword(ctx, newPassword, await requireCurrentPassword(ctx, currentPassword));
}

/** Throws wrong_current_password (unless a mailed link signed in within 15 minutes), rate_limited, invalid. */
export async function setNewPassword(
  ctx: MemberContext,
  { newPassword, currentPassword = "" }: z.infer<typeof newPasswordForm>,
): Promise<void> {
  await replacePassword(ctx, newPassword, await requireHolder(ctx, currentPassword));
}

async function replacePassword(ctx: MemberContext, newPassword: string, checked: Account | undefined): Promise<void> {
  await requireGoodPassword(ctx, newPassword, { person: ctx.user, field: "newPassword" });
  const passwordHash = await hashPassword(newPassword);
  const { visitor, clock } = ctx;
  await holderTransaction(ctx, checked, async (tx, { account, session }) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, account.id));
    await endTokens(tx, { userId: account.id, now: clock.now() });
    const device = describeBrowser(session.userAgent);
    await mailPasswordChanged(tx, ctx, { account, now: clock.now(), timeZone: visitor.timeZone, device });
    await endSessionsOf(tx, account.id);
    await ctx.session.open(account.id, {}, tx);
  });
  logSecurityEvent(ctx, "password_changed", { userId: ctx.user.id, reason: checked ? "current password" : "link" });
}
