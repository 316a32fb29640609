import type { Transaction } from "@db/client";
import type { Account, userSessions } from "@db/schema";
import type { CurrentSession, MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import { inTransaction } from "../core/transaction";
import { forgetAttempts, countAttempt } from "../core/rate-limits";
import { requireSession } from "./account-sessions";
import { findAccount, lockAccount } from "./accounts";
import { checkPassword } from "./passwords";

type CheckedAccount = Account | undefined;

export type AccountHolder = { account: Account; session: typeof userSessions.$inferSelect };

/** Requires the password, or a mailed link within 15 minutes. Throws wrong_current_password, rate_limited. */
export async function requireHolder(ctx: MemberContext, currentPassword: string): Promise<CheckedAccount> {
  if (isRecovering(ctx.session.current, ctx.clock.now())) return undefined;
  return requireCurrentPassword(ctx, currentPassword);
}

export async function requireCurrentPassword(ctx: MemberContext, password: string): Promise<Account> {
  await countAttempt(ctx, "current password of account", ctx.user.id);
  const account = await findAccount(ctx.db, ctx.user.email);
  const isRight = await checkPassword(account?.passwordHash, password);
  if (!account || !isRight) {
    logSecurityEvent(ctx, "sign_in_failed", { userId: ctx.user.id, reason: "current password" });
    throw wrongCurrentPassword();
  }
  await forgetAttempts(ctx, "current password of account", ctx.user.id);
  return account;
}

/** Throws wrong_current_password or unauthenticated if password or session changed since the check. */
export async function holderTransaction<Value>(
  ctx: MemberContext,
  checked: CheckedAccount,
  work: (tx: Transaction, holder: AccountHolder) => Promise<Value>,
): Promise<Value> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, ctx.user);
    const session = await assertStillHolder(tx, ctx, account, checked);
    if (!account) throw wrongCurrentPassword();
    return work(tx, { account, session });
  });
}

export async function assertStillHolder(
  tx: Transaction,
  { session }: MemberContext,
  account: Account | undefined,
  checked: CheckedAccount,
): Promise<AccountHolder["session"]> {
  const current = await requireSession(tx, session.current?.id);
  if (checked && checked.passwordHash !== account?.passwordHash) throw wrongCurrentPassword();
  return current;
}

const wrongCurrentPassword = () =>
  new DomainError("wrong_current_password", "Current password is incorrect", { field: "currentPassword" });

const windowMinutes = 15;

function isRecovering(session: CurrentSession | null, now: Date): boolean {
  if (!session?.recoveredAt) return false;
  return now.getTime() - session.recoveredAt.getTime() < windowMinutes * 60_000;
}

const newForHours = 24;

export function getMe({ clock, session, user }: MemberContext) {
  const { email, fullName, role, hasPassword, hasSecondFactor, emailConfirmedAt } = user;
  const hoursSince = emailConfirmedAt && (clock.now().getTime() - emailConfirmedAt.getTime()) / 3_600_000;
  return {
    email,
    fullName,
    role,
    hasPassword,
    hasSecondFactor,
    /** Confirming an address is how a first sign-in begins. */
    isNew: hoursSince !== null && hoursSince < newForHours,
    mayChooseNewPassword: isRecovering(session.current, clock.now()),
  };
}
