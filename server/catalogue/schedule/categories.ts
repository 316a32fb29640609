import type { Queryable, Transaction } from "@db/client";
import { liveSessions, sessionCategories } from "@db/schema";
import { and, count, eq, ne, sql } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { keepContent } from "../../core/kept-content";
import { withTableLock } from "../../core/transaction";
import type { ListedCategory, NewCategory, RenamedCategory } from "./schemas";

/** Reads the names of all categories. */
export const readCategories = keepContent(async (db): Promise<{ id: string; name: string }[]> =>
  db.select({ id: sessionCategories.id, name: sessionCategories.name }).from(sessionCategories),
);

export async function listCategories({ db }: Pick<Context, "db">): Promise<ListedCategory[]> {
  return withSessions(db).orderBy(sql`lower(${sessionCategories.name})`);
}

export async function getCategory(
  { db }: Pick<Context, "db">,
  { id }: { id: string },
): Promise<ListedCategory & { version: string }> {
  const [found] = await withSessions(db).where(eq(sessionCategories.id, id));
  if (!found) throw new DomainError("not_found", "Category not found");
  return { ...found, version: versionOf({ name: found.name }) };
}

const withSessions = (db: Queryable) =>
  db
    .select({ id: sessionCategories.id, name: sessionCategories.name, sessions: count(liveSessions.id) })
    .from(sessionCategories)
    .leftJoin(liveSessions, eq(liveSessions.category, sessionCategories.name))
    .groupBy(sessionCategories.id)
    .$dynamic();

/** Adds a category. The form key becomes its id, so posting twice adds it once. Throws invalid (name taken), busy. */
export async function createCategory(ctx: MemberContext, { name, formKey: id }: NewCategory): Promise<void> {
  await changeCategories(ctx, async (tx) => {
    if ((await tx.$count(sessionCategories, eq(sessionCategories.id, id))) > 0) return;
    await requireFreeName(tx, { id, name });
    await tx.insert(sessionCategories).values({ id, name });
    await audit(tx, ctx, "category.created", name);
  });
}

export async function renameCategory(ctx: MemberContext, { id, name, version }: RenamedCategory): Promise<void> {
  await changeCategories(ctx, async (tx) => {
    const before = await requireCategory(tx, id);
    refuseOutdated({ now: { name: before.name }, wanted: { name }, version });
    await requireFreeName(tx, { id, name });
    if (before.name === name) return;
    await tx.update(sessionCategories).set({ name }).where(eq(sessionCategories.id, id));
    await audit(tx, ctx, "category.renamed", name, { from: before.name, to: name });
  });
}

/** Returns the number of sessions that lose their category. Throws not_found, busy. */
export async function deleteCategory(ctx: MemberContext, { id }: { id: string }): Promise<{ sessions: number }> {
  return changeCategories(ctx, async (tx) => {
    const { name } = await requireCategory(tx, id);
    const sessions = await tx.$count(liveSessions, eq(liveSessions.category, name));
    await tx.delete(sessionCategories).where(eq(sessionCategories.id, id));
    await audit(tx, ctx, "category.deleted", name, { sessions });
    return { sessions };
  });
}

/** Serializes changes, so that two can't use the same name. Throws busy. */
const changeCategories = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  withTableLock({ db }, { table: sessionCategories, name: "categories" }, work);

async function requireFreeName(tx: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  const isOther = and(sql`lower(${sessionCategories.name}) = lower(${name})`, ne(sessionCategories.id, id));
  if ((await tx.$count(sessionCategories, isOther)) === 0) return;
  throw new DomainError("invalid", "A category with this name already exists.", { field: "name" });
}

async function requireCategory(tx: Transaction, id: string): Promise<{ id: string; name: string }> {
  const [found] = await tx.select().from(sessionCategories).where(eq(sessionCategories.id, id));
  if (!found) throw new DomainError("not_found", "Category not found");
  return found;
}
