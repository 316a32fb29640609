import type { Queryable, Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";

export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, normalEmail(email));

/** Nobody is found by an account that was deleted. */
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
