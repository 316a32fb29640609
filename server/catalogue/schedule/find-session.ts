import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { isListed } from "./where-upcoming";

/** Includes drafts: for admins only. Throws not_found. */
export async function findSession(db: Queryable, id: string): Promise<LiveSession> {
  const [session] = await db.select().from(liveSessions).where(eq(liveSessions.id, id));
  if (!session) throw new DomainError("not_found", "Session data not available.");
  return session;
}

/** Throws not_found, for drafts too. */
export async function requireSession(db: Queryable, sessionId: string): Promise<LiveSession> {
  const [session] = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionId), isListed()));
  if (!session) throw new DomainError("not_found", "Session not found");
  return session;
}

/** Returns the series of a published session; null for others. */
export async function findSeriesOf({ db }: { db: Queryable }, sessionId: string): Promise<string | null> {
  const [session] = await db
    .select({ seriesId: liveSessions.seriesId })
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionId), isListed()));
  return session?.seriesId ?? null;
}

/** Locks a session. Lock order: session, account, code, booking or purchase, payment. Throws not_found, busy. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<LiveSession> {
  const session = await lockSessionIfAny(tx, sessionId);
  if (!session) throw sessionGone();
  return session;
}

export const sessionGone = () => new DomainError("not_found", "Session not found", { ending: "gone" });

/** Locks a session; null if there is none. */
export async function lockSessionIfAny(tx: Transaction, sessionId: string): Promise<LiveSession | null> {
  const [session] = await tx.select().from(liveSessions).where(eq(liveSessions.id, sessionId)).for("no key update");
  return session ?? null;
}

/** Locks in the order of ids, which avoids deadlocks. */
export async function lockSessions(tx: Transaction, sessionIds: string[]): Promise<Map<string, LiveSession>> {
  const sessions = await tx
    .select()
    .from(liveSessions)
    .where(inArray(liveSessions.id, sessionIds))
    .orderBy(asc(liveSessions.id))
    .for("no key update");
  return new Map(sessions.map((session) => [session.id, session]));
}
