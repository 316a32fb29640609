import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { secondFactors, users, userSessions } from "@db/schema";
import type { Services } from "../core/services";
import type { Impersonator } from "../core/context";
import { secondFactorDueAt } from "./admin-deadline";
import type { KeptSession } from "./lucia";
import { sessionEnd } from "./session-lifetime";

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
