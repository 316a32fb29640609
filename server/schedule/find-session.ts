import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { DomainError } from "../core/errors";

/** Any session, drafts among them: for the instructor alone. Throws not_found. */
export async function findSession(db: Queryable, id: string): Promise<LiveSession> {
  const [session] = await db.select().from(liveSessions).where(eq(liveSessions.id, id));
  if (!session) throw new DomainError("not_found", "Session data not available.");
  return session;
}
