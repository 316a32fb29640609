import { eq, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { secondFactors, users } from "@db/schema";
import type { SessionUser } from "../trpc/context";

/** What every request knows of whoever is signed in. */
export async function getSessionUser(db: Queryable, userId: string): Promise<SessionUser | null> {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      fullName: users.fullName,
      role: users.role,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId));
  return user ?? null;
}
