import { inTransaction } from "../core/transaction";
import type { Queryable } from "@db/client";
import { secondFactors, users, userSessions } from "@db/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../core/record-audit";
import type { Context, Impersonator, MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { requireSession, sessionEnd } from "./account-sessions";
import { lockAccount, secondFactorDueAt } from "./accounts";
import type { KeptSession } from "./lucia";
import type { impersonationForm } from "./schemas";

/** Opens a member's account read-only for an hour. Throws not_found, forbidden (another admin's account). */
export async function impersonateUser(
  ctx: MemberContext,
  { userId, reason }: z.infer<typeof impersonationForm>,
): Promise<void> {
  const actorId = ctx.user.id;
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, { id: userId });
    if (!account || account.archivedAt) throw new DomainError("not_found", "User not found");
    if (account.role === "admin") {
      throw new DomainError("forbidden", "You can’t log in as another admin.");
    }
    await requireSession(tx, ctx.session.current?.id);
    await audit(tx, ctx, "user.impersonated", userId, undefined, reason);
    await ctx.session.impersonate(userId, reason, tx);
  });
  logSecurityEvent(ctx, "impersonation_begun", { userId, actorId });
}

/** Ends an impersonation, under a new session id and without a second factor. Throws unauthenticated. */
export async function endImpersonation(ctx: Context): Promise<{ userId: string }> {
  const { current } = ctx.session;
  const impersonator = current?.impersonator;
  if (!impersonator) throw new DomainError("unauthenticated", "Please sign in.");
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, impersonator);
    if (account?.role !== "admin") throw new DomainError("unauthenticated", "Please sign in.");
    const { createdAt } = await requireSession(tx, impersonator.sessionId);
    // Not a new sign-in, so the admin session's maximum age goes on.
    await ctx.session.open(impersonator.id, { signedInAt: createdAt }, tx);
  });
  const { userId } = current;
  logSecurityEvent(ctx, "impersonation_ended", { userId, actorId: impersonator.id });
  return { userId };
}

const impersonationMinutes = 60;

/** Returns null once the admin's own session has ended. `endsAt` respects the deadline of their second factor. */
export async function findImpersonator(
  { db, clock, settings }: { db: Queryable } & Pick<Services, "clock" | "settings">,
  { impersonatorSessionId, createdAt }: Pick<KeptSession, "impersonatorSessionId" | "createdAt">,
): Promise<Impersonator | null> {
  if (impersonatorSessionId === null) return null;
  const [found] = await db
    .select({
      session: userSessions,
      admin: users,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
    })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        eq(userSessions.id, impersonatorSessionId),
        eq(userSessions.isComplete, true),
        eq(users.role, "admin"),
        isNull(users.archivedAt),
      ),
    );
  if (!found || sessionEnd(found.session, found.admin.role) <= clock.now()) return null;
  const { session, admin, hasSecondFactor } = found;
  const dueAt = secondFactorDueAt(settings, { ...admin, hasSecondFactor });
  const visitEnd = createdAt.getTime() + impersonationMinutes * 60_000;
  const endsAt = new Date(Math.min(visitEnd, dueAt?.getTime() ?? Infinity));
  return { id: admin.id, fullName: admin.fullName, sessionId: session.id, endsAt };
}
