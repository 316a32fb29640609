import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "@db/client";
import { isBusy } from "@db/errors";
import { DomainError } from "./errors";
import { type SettingsMemo, shareSettings } from "./site-settings";

type TransactionOptions = {
  db: Database;
  /** A limit in place of the connection's own. */
  lockTimeoutMs?: number;
  settingsMemo?: SettingsMemo;
};

/** Runs the work in a transaction; the only way to open one. Throws busy after a lock timeout or a deadlock. */
export async function inTransaction<Value>(
  { db, lockTimeoutMs, settingsMemo }: TransactionOptions,
  work: (tx: Transaction) => Promise<Value>,
  onBusy = "That did not go through. Please try again.",
): Promise<Value> {
  try {
    return await db.transaction(async (tx) => {
      shareSettings(tx, settingsMemo);
      if (lockTimeoutMs !== undefined) await tx.execute(sql.raw(`set local lock_timeout = ${lockTimeoutMs}`));
      return work(tx);
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DomainError("busy", onBusy, { cause: error });
  }
}

/** Locks the whole table against other writes, for rows that depend on each other. Throws busy. */
export function withTableLock<Value>(
  services: TransactionOptions,
  { table, name }: { table: PgTable; name: string },
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  const lockTable = async (tx: Transaction) => {
    await tx.execute(sql`lock table ${table} in share row exclusive mode`);
    return work(tx);
  };
  return inTransaction(services, lockTable, `Someone else is changing ${name}. Please try again.`);
}
