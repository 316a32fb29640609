import type { Queryable } from "@db/client";
import { creditEntries, type Pass, sessionWaitlist } from "@db/schema";
import { and, eq, inArray, ne, sql, sum } from "drizzle-orm";

/** Returns the credits that are left on each pass. One for any number of bookings has none: what it says is its use. */
export async function readBalances(db: Queryable, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ passId: creditEntries.passId, balance: sum(creditEntries.amount).mapWith(Number) })
    .from(creditEntries)
    .where(inArray(creditEntries.passId, ids))
    .groupBy(creditEntries.passId);
  return new Map(rows.map(({ passId, balance }) => [passId, balance]));
}

/** Returns the balance of one pass, which is exact while it is locked. */
export const readBalance = async (db: Queryable, { id }: Pick<Pass, "id">): Promise<number> =>
  (await readBalances(db, [id])).get(id) ?? 0;

/**
 * Returns the credits of each pass that no open offer of a waitlist holds. `entryId`: the entry whose own offer is
 * answered.
 */
export async function readFree(db: Queryable, ids: string[], entryId?: string): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { passId, status, heldCredits, id } = sessionWaitlist;
  const held = db
    .select({ held: sum(heldCredits) })
    .from(sessionWaitlist)
    .where(and(eq(passId, creditEntries.passId), eq(status, "offered"), entryId ? ne(id, entryId) : undefined));
  const rows = await db
    .select({
      passId: creditEntries.passId,
      free: sql`${sum(creditEntries.amount)} - coalesce(${held}, 0)`.mapWith(Number),
    })
    .from(creditEntries)
    .where(inArray(creditEntries.passId, ids))
    .groupBy(creditEntries.passId);
  return new Map(rows.map(({ passId: of, free }) => [of, free]));
}
