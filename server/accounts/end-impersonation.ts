import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import type { Context } from "../core/context";
import { accountTransaction, lockAccount } from "./lock-account";
import { requireSession } from "./require-session";

/**
 * Brings the instructor back from a member's account into her own, under a new session id; answers whose it was. Her
 * second factor is not asked for again: her own session was whole, and is there still. Throws unauthenticated.
 */
export async function endImpersonation(ctx: Context): Promise<{ userId: string }> {
  const { current } = ctx.session;
  const impersonator = current?.impersonator;
  if (!impersonator) throw new DomainError("unauthenticated", "Please sign in.");
  await accountTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, impersonator);
    if (account?.role !== "admin") throw new DomainError("unauthenticated", "Please sign in.");
    const { createdAt } = await requireSession(tx, impersonator.sessionId);
    // Nobody signed in again: the time that an admin's session may last goes on.
    await ctx.session.open(impersonator.id, { signedInAt: createdAt }, tx);
  });
  const { userId } = current;
  logSecurityEvent(ctx, "impersonation_ended", { userId, actorId: impersonator.id });
  return { userId };
}
