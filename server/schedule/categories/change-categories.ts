import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { sessionCategories } from "@db/schema";
import { changeTable } from "../../core/change-table";
import { DomainError } from "../../core/errors";
import type { MemberContext } from "../../core/context";

/** A transaction that names categories: two at once can't give the same name. Throws busy. */
export const changeCategories = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  changeTable(db, { table: sessionCategories, name: "categories" }, work);

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
