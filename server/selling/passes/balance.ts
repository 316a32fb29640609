import type { Queryable } from "@db/client";
import { creditEntries, type Pass } from "@db/schema";
import { inArray, sum } from "drizzle-orm";

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
