import type { Transaction } from "@db/client";
import type { Account } from "@db/schema";
import { lockAccount } from "../accounts/lock-account";
import { DomainError } from "../core/errors";

/** Locks the account that the instructor works on. Throws not_found, also for one that is gone. */
export async function requireUser(tx: Transaction, id: string): Promise<Account> {
  const account = await lockAccount(tx, { id });
  if (!account || account.archivedAt) throw userNotFound();
  return account;
}

export const userNotFound = () => new DomainError("not_found", "User not found");

/** What the edit form shows of an account. */
export const shownOf = ({ fullName, email, subscriptionStatus }: Account) => ({ fullName, email, subscriptionStatus });
