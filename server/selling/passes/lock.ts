import type { Transaction } from "@db/client";
import { type Pass, passes } from "@db/schema";
import { asc, inArray, type SQL } from "drizzle-orm";

/** Locks passes in the order of their ids. A pass is locked last: after sessions, bookings, purchases and payments. */
export const lockPasses = (tx: Transaction, condition: SQL | undefined): Promise<Pass[]> =>
  tx.select().from(passes).where(condition).orderBy(asc(passes.id)).for("no key update");

/** Locks the passes that have paid for bookings. */
export async function lockPassesOf(tx: Transaction, bookings: { passId: string | null }[]): Promise<void> {
  const ids = bookings.flatMap(({ passId }) => passId ?? []);
  if (ids.length > 0) await lockPasses(tx, inArray(passes.id, ids));
}
