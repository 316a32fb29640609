import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { userSessions } from "@db/schema";

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.id, id));
}

/** Signs a user out everywhere. */
export async function endSessionsOf(db: Queryable, userId: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.userId, userId));
}
