import type { Queryable } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { DomainError } from "../core/errors";

/** Any session, drafts among them: for the instructor alone. Throws not_found. */
export async function findSession(db: Queryable, id: string): Promise<LiveSession> {
  const [session] = await db.select().from(liveSessions).where(eq(liveSessions.id, id));
  if (!session) throw new DomainError("not_found", "Session data not available.");
  return session;
}

/** Reads a published session. Throws not_found for every other id. */
export async function requireSession(db: Queryable, sessionId: string): Promise<typeof liveSessions.$inferSelect> {
  const [session] = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionId), eq(liveSessions.isPublished, true)));
  if (!session) throw new DomainError("not_found", "Session not found");
  return session;
}
