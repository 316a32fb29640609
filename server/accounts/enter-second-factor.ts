import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import type { Context } from "../core/context";
import { requireSession } from "./require-session";
import { withCode } from "./with-code";

/**
 * The second step of signing in: makes the session whole, under a new id. Throws wrong_code, rate_limited, and
 * unauthenticated where the first step is missing or too long ago.
 */
export async function enterSecondFactor(ctx: Context, { code }: { code: string }): Promise<void> {
  const { current } = ctx.session;
  if (!current || current.isComplete) throw new DomainError("unauthenticated", "Please sign in.");
  await withCode(ctx, current.userId, code, async (tx) => {
    await requireSession(tx, current.id);
    await ctx.session.open(current.userId, { recoveredAt: current.recoveredAt }, tx);
  });
  logSecurityEvent(ctx, "signed_in", { userId: current.userId, reason: "second_factor" });
}
