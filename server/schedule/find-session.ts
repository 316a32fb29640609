import { type Database, prepareOnce, type Queryable, type Transaction, unnamed } from "@db/client";
import { type LiveSession, liveSessions } from "@db/schema";
import { and, asc, eq, inArray, placeholder, sql } from "drizzle-orm";
import { DomainError } from "../core/errors";
import { shareQueries } from "../core/revisions";

/** Includes drafts: for admins only. Throws not_found. */
export async function findSession(db: Queryable, id: string): Promise<LiveSession> {
  const [session] = await db.select().from(liveSessions).where(eq(liveSessions.id, id));
  if (!session) throw new DomainError("not_found", "Session data not available.");
  return session;
}

export async function requireSession(db: Queryable, sessionId: string): Promise<typeof liveSessions.$inferSelect> {
  const [session] = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionId), eq(liveSessions.isPublished, true)));
  if (!session) throw new DomainError("not_found", "Session not found");
  return session;
}

/** Like `requireSession`, for pages, which ask for the session several times: calls share a statement. */
export async function requireShownSession({ db }: { db: Database }, sessionId: string): Promise<LiveSession> {
  const session = await findShown(db, sessionId);
  if (!session) throw new DomainError("not_found", "Session not found");
  return session;
}

/** Returns the series of a published session; null for others. */
export const findSeriesOf = async ({ db }: { db: Database }, sessionId: string): Promise<string | null> =>
  (await findShown(db, sessionId))?.seriesId ?? null;

type Shown = ReadonlyMap<string, LiveSession>;

function findShown(db: Database, id: string): Promise<LiveSession | undefined> {
  const share = sharedBy.get(db) ?? shareQueries((ids: string[]) => readShown(db, ids));
  sharedBy.set(db, share);
  return new Promise((resolve, reject) => share(id, (found) => resolve(found.get(id)), reject));
}

const sharedBy = new WeakMap<Database, ReturnType<typeof shareQueries<string, Shown>>>();

async function readShown(db: Database, ids: string[]): Promise<Shown> {
  const found = await selectShown(db).execute({ ids: [...new Set(ids)] });
  return new Map(found.map((session) => [session.id, session]));
}

const selectShown = prepareOnce((db) =>
  db
    .select()
    .from(liveSessions)
    .where(and(sql`${liveSessions.id} = any(${placeholder("ids")}::uuid[])`, eq(liveSessions.isPublished, true)))
    .prepare(unnamed),
);

/** Lock order: session, account, code, booking or purchase, payment. Throws not_found, busy. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<LiveSession> {
  const [session] = await tx.select().from(liveSessions).where(eq(liveSessions.id, sessionId)).for("no key update");
  if (!session) throw new DomainError("not_found", "Session not found");
  return session;
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
