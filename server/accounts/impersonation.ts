import { inTransaction } from "../core/transaction";
import type { Queryable } from "@db/client";
import { secondFactors, users, userSessions } from "@db/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../audit/record-audit";
import type { Context, Impersonator, MemberContext, SessionDoor } from "../core/context";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { requireSession, sessionEnd } from "./account-sessions";
import { lockAccount } from "./accounts";
import type { KeptSession } from "./lucia";
import type { impersonationForm } from "./schemas";
import { secondFactorDueAt } from "./session-user";

/**
 * Shows the instructor a member's account as the member sees it, for an hour, and writes down why. Her own session
 * waits meanwhile. Throws not_found, and forbidden for another instructor's account.
 */
export async function impersonateUser(
  ctx: MemberContext,
  { userId, reason }: z.infer<typeof impersonationForm>,
): Promise<void> {
  const actorId = ctx.user.id;
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, { id: userId });
    if (!account || account.archivedAt) throw new DomainError("not_found", "User not found");
    if (account.role === "admin") {
      throw new DomainError("forbidden", "Nobody looks into another admin’s account.");
    }
    await requireSession(tx, ctx.session.current?.id);
    await audit(tx, ctx, "user.impersonated", userId, undefined, reason);
    await ctx.session.impersonate(userId, reason, tx);
  });
  logSecurityEvent(ctx, "impersonation_begun", { userId, actorId });
}

/**
 * Brings the instructor back from a member's account into her own, under a new session id; answers whose it was. Her
 * second factor is not asked for again: her own session was whole, and is there still. Throws unauthenticated.
 */
export async function endImpersonation(ctx: Context): Promise<{ userId: string }> {
  const { current } = ctx.session;
  const impersonator = current?.impersonator;
  if (!impersonator) throw new DomainError("unauthenticated", "Please sign in.");
  await inTransaction(ctx, async (tx) => {
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

/** How long the instructor may look at a member's account before she has to say anew why. */
const visitMinutes = 60;

/**
 * Returns who looks at the account of such a session; null unless that is still an admin whose own session is open. A
 * visit ends with the time in which the admin has to set up a second factor.
 */
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
  const visitEnd = createdAt.getTime() + visitMinutes * 60_000;
  const endsAt = new Date(Math.min(visitEnd, dueAt?.getTime() ?? Infinity));
  return { id: admin.id, fullName: admin.fullName, sessionId: session.id, endsAt };
}

/** Throws forbidden where the instructor looks at a member's account: there she may see everything and change nothing. */
export function refuseImpersonator({ current }: SessionDoor): void {
  if (!current?.impersonator) return;
  throw new DomainError("forbidden", "You are looking at somebody else’s account: nothing can be changed in it.");
}
