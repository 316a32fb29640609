import { and, eq, isNotNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { userSessions } from "@db/schema";
import { DomainError } from "../errors";
import type { Context } from "../trpc/context";

type Asking = Pick<Context, "session">;

/** Whether the account is looked at by the instructor, and not by the member herself. */
export async function isImpersonated(db: Queryable, { session }: Asking): Promise<boolean> {
  if (!session.current) return false;
  const isOthers = and(eq(userSessions.id, session.current.id), isNotNull(userSessions.impersonatorId));
  return (await db.$count(userSessions, isOthers)) > 0;
}

/** For what is the member's alone. Throws forbidden to the instructor who looks at her account. */
export async function requireOwnSession(db: Queryable, asking: Asking): Promise<void> {
  if (await isImpersonated(db, asking)) throw new DomainError("forbidden", "Only the member herself can do this.");
}
