import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@db/client";
import { isBusy } from "@db/errors";
import { type Account, users } from "@db/schema";
import { DomainError } from "../core/errors";
import { hasEmail, isThere } from "./find-account";

/**
 * Locks an account's row until the transaction ends: whatever signs in, changes what signs in, or makes links queues
 * here, so that nobody gets in with what was changed a moment ago. Locks are taken in one order: account, token, factor,
 * session. Waits 5 s at the most. Answers nothing for an account that was deleted.
 */
export async function lockAccount(
  tx: Transaction,
  who: { id: string } | { email: string },
): Promise<Account | undefined> {
  await tx.execute(sql`set local lock_timeout = '5s'`);
  const isThem = "id" in who ? eq(users.id, who.id) : hasEmail(who.email);
  const [account] = await tx.select().from(users).where(and(isThem, isThere())).for("no key update");
  return account;
}

/** A transaction that may have to wait for an account. Throws busy when it waited too long. */
export async function accountTransaction<Value>(
  { db }: { db: Database },
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DomainError("busy", "That did not go through. Please try again in a moment.", { cause: error });
  }
}
