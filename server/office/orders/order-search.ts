import type { Queryable } from "@db/client";
import { liveSessions, purchases } from "@db/schema";
import { ilike, or, sql, type SQLWrapper } from "drizzle-orm";
import { containsPattern } from "../../core/pagination";
import { isReferredTo, readReference } from "../../core/reference";

/** What a search compares. Only the expressions of indexes are found by them. */
type SearchColumns = { id: SQLWrapper; searchText: SQLWrapper; sessionId?: SQLWrapper; titles?: SQLWrapper };

const { id, customerName, customerEmail } = purchases;

/** What a search for purchases compares: the expression of the index purchases_search_idx. */
export const searchedPurchase = { id, searchText: sql`(${customerName} || ' ' || ${customerEmail})` };

/** Finds orders by their reference, else by parts of names, addresses and titles. */
export function matches(db: Queryable, columns: SearchColumns, search: string) {
  const { searchText, sessionId, titles } = columns;
  const reference = readReference(search);
  if (reference) return isReferredTo(columns.id, reference);
  const pattern = containsPattern(search);
  const sessions = db.select({ id: liveSessions.id }).from(liveSessions).where(ilike(liveSessions.title, pattern));
  return or(
    sql`${searchText} ilike ${pattern}`,
    // Only an array lets all conditions use their indexes.
    sessionId && sql`${sessionId} = any(array${sessions})`,
    titles && sql`${titles} ilike ${pattern}`,
  );
}
