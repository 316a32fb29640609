import type { z } from "zod";
import { recordAudit } from "../audit/record-audit";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import type { MemberContext } from "../core/context";
import { accountTransaction, lockAccount } from "./lock-account";
import { requireSession } from "./require-session";
import type { impersonationForm } from "./schemas";

/**
 * Shows the instructor a member's account as the member sees it, for an hour, and writes down why. Her own session
 * waits meanwhile. Throws not_found, and forbidden for another instructor's account.
 */
export async function impersonateUser(
  ctx: MemberContext,
  { userId, reason }: z.infer<typeof impersonationForm>,
): Promise<void> {
  const actorId = ctx.user.id;
  await accountTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, { id: userId });
    if (!account || account.archivedAt) throw new DomainError("not_found", "User not found");
    if (account.role === "admin") {
      throw new DomainError("forbidden", "Nobody looks into another admin’s account.");
    }
    await requireSession(tx, ctx.session.current?.id);
    const entry = { actorId, subjectType: "user", subjectId: userId, reason } as const;
    await recordAudit(tx, { ...entry, action: "user.impersonated" }, ctx.clock.now());
    await ctx.session.impersonate(userId, reason, tx);
  });
  logSecurityEvent(ctx, "impersonation_begun", { userId, actorId });
}
