import type { MemberContext } from "../trpc/context";
import { logSecurityEvent } from "../security-log";
import { endSessionsOf } from "./end-sessions";
import { accountTransaction, lockAccount } from "./lock-account";

/** Signs the member out on every device, this one included. */
export async function signOutEverywhere(ctx: MemberContext): Promise<void> {
  const userId = ctx.user.id;
  await accountTransaction(ctx, async (tx) => {
    await lockAccount(tx, ctx.user);
    await endSessionsOf(tx, userId);
  });
  await ctx.session.close();
  logSecurityEvent(ctx, "devices_signed_out", { userId, reason: "all" });
}
