import type { Queryable } from "@db/client";
import { liveSessions } from "@db/schema";
import { between, ilike, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { containsPattern } from "../../core/pagination";

/** What a search compares. Only the expressions of indexes are found by them. */
type SearchColumns = { id: SQLWrapper; searchText: SQLWrapper; sessionId?: SQLWrapper; titles?: SQLWrapper };

/** Finds orders by their reference, else by parts of names, addresses and titles. */
export function matches(db: Queryable, { id, searchText, sessionId, titles }: SearchColumns, search: string) {
  if (isReference(search)) return isReferredTo(id, search);
  const pattern = containsPattern(search);
  const sessions = db.select({ id: liveSessions.id }).from(liveSessions).where(ilike(liveSessions.title, pattern));
  return or(
    sql`${searchText} ilike ${pattern}`,
    // Only an array lets all conditions use their indexes.
    sessionId && sql`${sessionId} = any(array${sessions})`,
    titles && sql`${titles} ilike ${pattern}`,
  );
}

/** Returns whether a search is a reference: the first eight digits of an id. */
export const isReference = (search: string): boolean => /^[0-9a-f]{8}$/i.test(search);

export const isReferredTo = (id: SQLWrapper, reference: string): SQL =>
  between(id, `${reference}-0000-0000-0000-000000000000`, `${reference}-ffff-ffff-ffff-ffffffffffff`);
