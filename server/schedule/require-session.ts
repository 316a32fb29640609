import { and, eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { liveSessions } from "@db/schema";
import { DomainError } from "../core/errors";

/** Reads a published session. Throws not_found for every other id. */
export async function requireSession(db: Queryable, sessionId: string): Promise<typeof liveSessions.$inferSelect> {
  const [session] = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionId), eq(liveSessions.isPublished, true)));
  if (!session) throw new DomainError("not_found", "Session not found");
  return session;
}
