import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { isBusy } from "@db/errors";
import { sessionCategories } from "@db/schema";
import { DomainError } from "../errors";
import type { MemberContext } from "../trpc/context";

/** A transaction that names categories: two at once can't give the same name. Throws busy. */
export async function changeCategories<Value>(
  { db }: Pick<MemberContext, "db">,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await tx.execute(sql`lock table ${sessionCategories} in share row exclusive mode`);
      return work(tx);
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DomainError("busy", "Somebody else is changing categories. Please try again.", { cause: error });
  }
}

/** Throws invalid where another category has the name, however its letters are written. */
export async function requireFreeName(tx: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  const isOther = and(sql`lower(${sessionCategories.name}) = lower(${name})`, ne(sessionCategories.id, id));
  if ((await tx.$count(sessionCategories, isOther)) === 0) return;
  throw new DomainError("invalid", "There is a category with this name already.", { field: "name" });
}

/** Throws not_found. */
export async function requireCategory(tx: Transaction, id: string): Promise<{ id: string; name: string }> {
  const [found] = await tx.select().from(sessionCategories).where(eq(sessionCategories.id, id));
  if (!found) throw new DomainError("not_found", "Category not found");
  return found;
}
