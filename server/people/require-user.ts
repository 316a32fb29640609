import { and, eq } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { isNotDeleted, lockAccount } from "../accounts/accounts";
import { DomainError } from "../core/errors";

/** Throws not_found, also for deleted accounts. */
export async function readUser(db: Queryable, id: string): Promise<Account> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNotDeleted()));
  if (!account) throw userNotFound();
  return account;
}

/** Throws not_found, also for deleted accounts. */
export async function lockUser(tx: Transaction, id: string): Promise<Account> {
  const account = await lockAccount(tx, { id });
  if (!account || account.archivedAt) throw userNotFound();
  return account;
}

export const userNotFound = () => new DomainError("not_found", "User not found");

export const shownOf = ({ fullName, email, subscriptionStatus }: Account) => ({ fullName, email, subscriptionStatus });
