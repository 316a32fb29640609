import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { users } from "@db/schema";

export type Account = typeof users.$inferSelect;

/** The same mailbox, however its address was typed. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

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
