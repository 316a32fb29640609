import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { type Account, users } from "@db/schema";
import { normalEmail } from "../core/email-address";

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
