import type { Queryable, Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";

export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, normalEmail(email));

export const isNotDeleted = (): SQL => isNull(users.archivedAt);

export async function findAccount(db: Queryable, email: string): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(hasEmail(email), isNotDeleted()));
  return account;
}

/** Locks an account against deletion; call it after locking the session. Throws unauthenticated. */
export async function requireAccount(tx: Transaction, { id }: { id: string }): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNotDeleted()))
    .for("share");
  if (!account) throw new DomainError("unauthenticated", "Please sign in.");
}

/** Locks an account. All changes of credentials wait here, so that a replaced password or link can't be used. */
export async function lockAccount(
  tx: Transaction,
  who: { id: string } | { email: string },
): Promise<Account | undefined> {
  const isThem = "id" in who ? eq(users.id, who.id) : hasEmail(who.email);
  const [account] = await tx.select().from(users).where(and(isThem, isNotDeleted())).for("no key update");
  return account;
}
