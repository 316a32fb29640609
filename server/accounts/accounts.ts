import type { Queryable, Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";

export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, normalEmail(email));

/** For a WHERE clause: accounts that were not deleted. */
export const isThere = (): SQL => isNull(users.archivedAt);

export async function findAccount(db: Queryable, email: string): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(hasEmail(email), isThere()));
  return account;
}

/**
 * Sees to it that an account stays until the transaction ends: whatever writes a row of hers and the deletion of her
 * account wait for one another. To be called when the session is locked. Throws unauthenticated.
 */
export async function requireAccount(tx: Transaction, { id }: { id: string }): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isThere()))
    .for("share");
  if (!account) throw new DomainError("unauthenticated", "Please sign in.");
}

/**
 * Locks an account's row until the transaction ends. Everything that signs in, changes how to sign in, or issues links
 * waits here, so that nobody signs in with a password or link that has just been replaced. Returns undefined for a
 * deleted account.
 */
export async function lockAccount(
  tx: Transaction,
  who: { id: string } | { email: string },
): Promise<Account | undefined> {
  const isThem = "id" in who ? eq(users.id, who.id) : hasEmail(who.email);
  const [account] = await tx.select().from(users).where(and(isThem, isThere())).for("no key update");
  return account;
}
