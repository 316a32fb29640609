import type { Transaction } from "@db/client";
import { type Pass, passes } from "@db/schema";
import { asc, type SQL } from "drizzle-orm";

/** Locks passes in the order of their ids. A pass is locked last: after sessions, bookings, purchases and payments. */
export const lockPasses = (tx: Transaction, condition: SQL | undefined): Promise<Pass[]> =>
  tx.select().from(passes).where(condition).orderBy(asc(passes.id)).for("no key update");
