import type { Transaction } from "@db/client";
import { deleteAccount } from "../accounts/deletion/delete-account";
import type { Account } from "../accounts/find-account";
import { isRecovering } from "../accounts/recovery-window";
import { requireCurrentPassword } from "../accounts/replace-password";
import { requireSession } from "../accounts/require-session";
import { DomainError } from "../errors";
import type { MemberContext } from "../trpc/context";

/**
 * Deletes the account of whoever is signed in, for good, and signs this browser out. The current password is needed,
 * except within 15 minutes of a reset or one-time link. Throws wrong_current_password, rate_limited, forbidden, and what
 * `deleteAccount` throws.
 */
export async function deleteOwnAccount(
  ctx: MemberContext,
  { currentPassword }: { currentPassword: string },
): Promise<void> {
  const isFree = isRecovering(ctx.session.current, ctx.clock.now());
  const known = isFree ? undefined : await requireCurrentPassword(ctx, currentPassword);
  await deleteAccount(ctx, ctx.user.id, {
    actorId: ctx.user.id,
    byInstructor: null,
    timeZone: ctx.visitor.timeZone,
    assertAllowed: (tx, account) => assertStill(tx, ctx, account, known),
  });
  await ctx.session.close();
}

/** Whatever has changed since the password was checked wins: another password, or being signed out from elsewhere. */
async function assertStill(tx: Transaction, ctx: MemberContext, account: Account, known: Account | undefined) {
  await requireSession(tx, ctx.session.current?.id);
  if (known && known.passwordHash !== account.passwordHash) {
    throw new DomainError("wrong_current_password", "Current password is incorrect");
  }
}
