import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { hasEmail, isThere } from "./find-account";

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
