import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { users } from "@db/schema";
import { DomainError } from "../errors";
import { logSecurityEvent } from "../security-log";
import type { MemberContext } from "../trpc/context";
import { checkPassword } from "./check-password";
import { describeBrowser } from "./describe-browser";
import { endSessionsOf } from "./end-sessions";
import { findAccount, normalEmail, type Account } from "./find-account";
import { hashPassword } from "./hash-password";
import { endTokens } from "./issue-token";
import { accountTransaction, lockAccount } from "./lock-account";
import { mailPasswordChanged } from "./mail-account";
import { forgetAttempts, spendAttempt } from "./rate-limits";
import { requireSession } from "./require-session";

/**
 * Gives the account a new password, ends all its sessions and links, signs this browser in anew and tells the owner by
 * mail. `known` is the account as it was when the right to do so was checked; whatever changed it since wins.
 */
export async function replacePassword(ctx: MemberContext, newPassword: string, known?: Account): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await accountTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, ctx.user);
    const device = await requireSession(tx, ctx.session.current?.id);
    if (!account || (known && known.passwordHash !== account.passwordHash)) throw wrongCurrentPassword();
    await tx.update(users).set({ passwordHash }).where(eq(users.id, account.id));
    await endTokens(tx, { userId: account.id, now: ctx.clock.now() });
    await tell(tx, ctx, account, describeBrowser(device.userAgent));
    await endSessionsOf(tx, account.id);
    await ctx.session.open(account.id, {}, tx);
  });
  logSecurityEvent(ctx, "password_changed", { userId: ctx.user.id, reason: known ? "current password" : "link" });
}

/** Throws wrong_current_password, rate_limited. */
export async function requireCurrentPassword(ctx: MemberContext, password: string): Promise<Account> {
  const mailbox = normalEmail(ctx.user.email);
  await spendAttempt(ctx, "password of account", mailbox);
  const account = await findAccount(ctx.db, ctx.user.email);
  const isRight = await checkPassword(account?.passwordHash, password);
  if (!account || !isRight) throw wrongCurrentPassword();
  await forgetAttempts(ctx, "password of account", mailbox);
  return account;
}

const wrongCurrentPassword = () => new DomainError("wrong_current_password", "Current password is incorrect");

const tell = (tx: Transaction, ctx: MemberContext, account: Account, device: string) =>
  mailPasswordChanged(tx, ctx, { account, now: ctx.clock.now(), timeZone: ctx.visitor.timeZone, device });
