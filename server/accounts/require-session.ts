import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { userSessions } from "@db/schema";
import { DomainError } from "../core/errors";

/**
 * The session, if it is still there now that the account is locked: a password may have been changed, or another
 * request may have been quicker, since this one began. Throws unauthenticated.
 */
export async function requireSession(
  tx: Transaction,
  id: string | undefined,
): Promise<typeof userSessions.$inferSelect> {
  const [session] = id ? await tx.select().from(userSessions).where(eq(userSessions.id, id)) : [];
  if (!session) throw new DomainError("unauthenticated", "Please sign in.");
  return session;
}
