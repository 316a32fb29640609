import { count, eq, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { liveSessions, sessionCategories } from "@db/schema";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/form-version";
import type { Context } from "../../core/context";
import type { ListedCategory } from "./schemas";

/** All categories by their names, by one query. */
export async function listCategories({ db }: Pick<Context, "db">): Promise<ListedCategory[]> {
  return withSessions(db).orderBy(sql`lower(${sessionCategories.name})`);
}

/** One of them, as its form is filled with it. Throws not_found. */
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
