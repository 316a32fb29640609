import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "@db/client";
import { isBusy } from "@db/errors";
import { DomainError } from "./errors";

/**
 * A transaction that changes a table in which rows depend on each other, as in their order or by their names. Those who
 * change it queue here, those who add a row as well, which the lock of no row would keep out; whoever reads does not
 * wait. Throws busy after 5 s, and says what is being changed: "recordings".
 */
export async function changeTable<Value>(
  db: Database,
  { table, name }: { table: PgTable; name: string },
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await tx.execute(sql`lock table ${table} in share row exclusive mode`);
      return work(tx);
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DomainError("busy", `Somebody else is changing ${name}. Please try again.`, { cause: error });
  }
}
