import type { Queryable } from "@db/client";
import { liveSessions, purchases } from "@db/schema";
import { or, sql, type SQLWrapper } from "drizzle-orm";
import { isReferredTo, readReference } from "../../core/reference";
import { isContained } from "../../core/search";

/** What a search compares. Only the expressions of indexes are found by them. */
type SearchColumns = { id: SQLWrapper; searchText: SQLWrapper; sessionId?: SQLWrapper; titles?: SQLWrapper };

const { id, customerName, customerEmail } = purchases;

/** What a search for purchases compares: the expression of the index purchases_plain_idx. */
export const searchedPurchase = { id, searchText: sql`(${customerName} || ' ' || ${customerEmail})` };

/** Finds orders by their reference, else by parts of names, addresses and titles. */
export function matches(db: Queryable, columns: SearchColumns, search: string) {
  const { searchText, sessionId, titles } = columns;
  const reference = readReference(search);
  if (reference) return isReferredTo(columns.id, reference);
  const sessions = db.select({ id: liveSessions.id }).from(liveSessions).where(isContained(search, liveSessions.title));
  return or(
    isContained(search, searchText),
    // Only an array lets all conditions use their indexes.
    sessionId && sql`${sessionId} = any(array${sessions})`,
    titles && isContained(search, titles),
  );
}
