import { deleteAccount } from "../deletion/delete-account";
import { assertStillOwner, requireOwner } from "../accounts/re-authenticate";
import type { MemberContext } from "../core/context";

/**
 * Deletes the account of whoever is signed in, for good, and signs this browser out. The current password is needed,
 * except within 15 minutes of a reset or one-time link. Throws wrong_current_password, rate_limited, forbidden, and what
 * `deleteAccount` throws.
 */
export async function deleteOwnAccount(
  ctx: MemberContext,
  { currentPassword }: { currentPassword: string },
): Promise<void> {
  const checked = await requireOwner(ctx, currentPassword);
  await deleteAccount(ctx, ctx.user.id, {
    actorId: ctx.user.id,
    byInstructor: null,
    timeZone: ctx.visitor.timeZone,
    assertAllowed: async (tx, account) => void (await assertStillOwner(tx, ctx, account, checked)),
  });
  await ctx.session.close();
}
