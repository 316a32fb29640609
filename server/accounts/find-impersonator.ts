import { and, eq, gt, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { users, userSessions } from "@db/schema";
import type { Clock } from "../clock";
import type { Impersonator } from "../trpc/context";
import type { KeptSession } from "./lucia";

/** How long the instructor may look at a member's account before she has to say anew why. */
const visitMinutes = 60;

/** Who looks at the account of such a session: null unless she is the instructor still, and signed in herself. */
export async function findImpersonator(
  { db, clock }: { db: Queryable; clock: Clock },
  { impersonatorSessionId, createdAt }: Pick<KeptSession, "impersonatorSessionId" | "createdAt">,
): Promise<Impersonator | null> {
  if (impersonatorSessionId === null) return null;
  const [found] = await db
    .select({ id: users.id, fullName: users.fullName, sessionId: userSessions.id })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .where(
      and(
        eq(userSessions.id, impersonatorSessionId),
        eq(userSessions.isComplete, true),
        gt(userSessions.expiresAt, clock.now()),
        eq(users.role, "admin"),
        isNull(users.archivedAt),
      ),
    );
  return found ? { ...found, endsAt: new Date(createdAt.getTime() + visitMinutes * 60_000) } : null;
}
