import type { MemberContext } from "../trpc/context";
import { endSessionsOf } from "./end-sessions";
import { accountTransaction, lockAccount } from "./lock-account";

/** Signs the member out on every device, this one included. */
export async function signOutEverywhere(ctx: MemberContext): Promise<void> {
  await accountTransaction(ctx, async (tx) => {
    await lockAccount(tx, ctx.user);
    await endSessionsOf(tx, ctx.user.id);
  });
  await ctx.session.close();
}
