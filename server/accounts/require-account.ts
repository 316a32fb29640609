import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { users } from "@db/schema";
import { DomainError } from "../core/errors";
import { isThere } from "./find-account";

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
