import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { userSessions } from "@db/schema";
import { forgetDevices } from "./known-devices";

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.id, id));
}

/** Signs a user out everywhere, and makes every device unknown. */
export async function endSessionsOf(db: Queryable, userId: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.userId, userId));
  await forgetDevices(db, userId);
}
