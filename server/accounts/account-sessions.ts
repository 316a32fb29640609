import type { Queryable, Transaction } from "@db/client";
import { userSessions } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context, SessionUser } from "../core/context";
import { DomainError } from "../core/errors";
import { forgetDevices } from "./known-devices";

export async function requireSession(
  tx: Transaction,
  id: string | undefined,
): Promise<typeof userSessions.$inferSelect> {
  const [session] = id ? await tx.select().from(userSessions).where(eq(userSessions.id, id)) : [];
  if (!session) throw new DomainError("unauthenticated", "Please sign in.");
  return session;
}

/** Throws forbidden to an impersonating admin, for what only the member may read. */
export function requireOwnSession({ session }: Pick<Context, "session">): void {
  if (session.current?.impersonator) throw new DomainError("forbidden", "Only the member can do this.");
}

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.id, id));
}

export async function endSessionsOf(db: Queryable, userId: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.userId, userId));
  await forgetDevices(db, userId);
}

const minute = 60_000;
const day = 24 * 60 * minute;

export const slidingDays = 30;
/** Days after sign-in, however often the session is used. */
const absoluteDays = { member: 90, admin: 7 } as const satisfies Record<SessionUser["role"], number>;
const incompleteMinutes = 15;

type Session = Pick<typeof userSessions.$inferSelect, "createdAt" | "expiresAt" | "isComplete">;

export function sessionEnd({ createdAt, expiresAt, isComplete }: Session, role: SessionUser["role"]): Date {
  const longest = isComplete ? absoluteDays[role] * day : incompleteMinutes * minute;
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + longest));
}
