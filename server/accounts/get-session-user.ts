import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { secondFactors, users } from "@db/schema";
import type { Settings } from "../core/env";
import type { SessionUser } from "../core/context";
import { secondFactorDueAt } from "./admin-deadline";
import { isThere } from "./find-account";

/** What every request knows of whoever is signed in. */
export async function getSessionUser(
  db: Queryable,
  settings: Pick<Settings, "isLive">,
  userId: string,
): Promise<SessionUser | null> {
  const [found] = await db
    .select({
      id: users.id,
      email: users.email,
      fullName: users.fullName,
      role: users.role,
      timeZone: users.timeZone,
      currency: users.currency,
      adminSignedInAt: users.adminSignedInAt,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, userId), isThere()));
  if (!found) return null;
  const { adminSignedInAt, ...user } = found;
  return { ...user, secondFactorDueAt: secondFactorDueAt(settings, { ...user, adminSignedInAt }) };
}
