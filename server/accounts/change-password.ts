import type { z } from "zod";
import type { MemberContext } from "../trpc/context";
import { replacePassword, requireCurrentPassword } from "./replace-password";
import type { changePasswordForm } from "./schemas";

/** Changes the password of whoever knows the current one. Throws wrong_current_password, rate_limited. */
export async function changePassword(
  ctx: MemberContext,
  { currentPassword, newPassword }: z.infer<typeof changePasswordForm>,
): Promise<void> {
  await replacePassword(ctx, newPassword, await requireCurrentPassword(ctx, currentPassword));
}
