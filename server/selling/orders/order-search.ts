import type { Queryable } from "@db/client";
import { liveSessions } from "@db/schema";
import { ilike, or, sql, type SQLWrapper } from "drizzle-orm";
import { containsPattern } from "../../core/pagination";
import { isReferredTo, readReference } from "../../core/reference";

/** What a search compares. Only the expressions of indexes are found by them. */
type SearchColumns = { id: SQLWrapper; searchText: SQLWrapper; sessionId?: SQLWrapper; titles?: SQLWrapper };

/** Finds orders by their reference, else by parts of names, addresses and titles. */
export function matches(db: Queryable, { id, searchText, sessionId, titles }: SearchColumns, search: string) {
  const reference = readReference(search);
  if (reference) return isReferredTo(id, reference);
  const pattern = containsPattern(search);
  const sessions = db.select({ id: liveSessions.id }).from(liveSessions).where(ilike(liveSessions.title, pattern));
  return or(
    sql`${searchText} ilike ${pattern}`,
    // Only an array lets all conditions use their indexes.
    sessionId && sql`${sessionId} = any(array${sessions})`,
    titles && sql`${titles} ilike ${pattern}`,
  );
}
