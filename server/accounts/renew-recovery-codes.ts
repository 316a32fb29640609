import type { MemberContext } from "../trpc/context";
import { logSecurityEvent } from "../security-log";
import { withCode } from "./with-code";
import { issueRecoveryCodes } from "./recovery-codes";

/** Ten new recovery codes in place of the old ones. Throws wrong_code, rate_limited. */
export async function renewRecoveryCodes(
  ctx: MemberContext,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await withCode(ctx, ctx.user.id, code, (tx) => issueRecoveryCodes(tx, ctx.user.id));
  logSecurityEvent(ctx, "recovery_codes_renewed", { userId: ctx.user.id });
  return { recoveryCodes };
}
