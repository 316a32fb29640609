import type { Queryable } from "@db/client";
import { compareBooks } from "./compare-books";
import { readOwnBooks } from "./read-own-books";

/**
 * How many payments through Stripe our own books can't explain, without a word from Stripe: money without a place that
 * is not on its way back, and refunds that did not go out. The page of payments finds more, as it asks Stripe. At most
 * five queries.
 */
export async function countOwnProblems(db: Queryable, now: Date): Promise<number> {
  const period = { from: now, until: now };
  const own = await readOwnBooks(db, period, null);
  return compareBooks({ period, now, stripe: null, own }).filter(({ problem }) => problem !== null).length;
}
