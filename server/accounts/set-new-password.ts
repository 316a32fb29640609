import type { z } from "zod";
import type { MemberContext } from "../trpc/context";
import { isRecovering } from "./recovery-window";
import { replacePassword, requireCurrentPassword } from "./replace-password";
import type { newPasswordForm } from "./schemas";

/**
 * Sets the password that was chosen after a reset or one-time link; later than 15 minutes after it, or without one, the
 * current password is needed. Throws wrong_current_password, rate_limited.
 */
export async function setNewPassword(
  ctx: MemberContext,
  { newPassword, currentPassword = "" }: z.infer<typeof newPasswordForm>,
): Promise<void> {
  const isFree = isRecovering(ctx.session.current, ctx.clock.now());
  await replacePassword(ctx, newPassword, isFree ? undefined : await requireCurrentPassword(ctx, currentPassword));
}
