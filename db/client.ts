import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient, QueryConfig } from "pg";
import { ConnectionPool, type PoolOptions } from "./connections";
import * as schema from "./schema";

export type Database = NodePgDatabase<typeof schema> & { $client: ConnectionPool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;

/** Opens a pool. The default of 10 lets several processes share PostgreSQL's 100 connections. */
export function openDatabase(url: string, { max = 10, ...options }: Partial<PoolOptions> = {}): Database {
  return databaseFrom(new ConnectionPool(url, { max, ...options }));
}

export function databaseFrom(pool: ConnectionPool): Database {
  return Object.assign(drizzle(pool, drizzleOptions), { transaction: transactionsOn(pool) });
}

export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.close();
}

const drizzleOptions = { schema, casing: "snake_case" } as const;

/** Making one takes milliseconds, and tests open many databases on the same connections. */
const databases = new WeakMap<PoolClient, NodePgDatabase<typeof schema>>();

function databaseOn(connection: PoolClient): NodePgDatabase<typeof schema> {
  const database = databases.get(connection) ?? drizzle(refusingFalseCommits(connection), drizzleOptions);
  databases.set(connection, database);
  return database;
}

/** Drizzle's transactions leak a connection if "begin" fails and hide a commit that became a rollback. */
function transactionsOn(pool: ConnectionPool): Database["transaction"] {
  return async (work, config) => {
    const connection = await pool.connect();
    try {
      return await databaseOn(connection).transaction(work, config);
    } finally {
      // Only a connection without an open transaction may be reused.
      connection.release(connection.getTransactionStatus() !== "I");
    }
  };
}

/** A limit that is sent together with "begin", as a pooler may give each transaction another connection. */
const beginLocking = "begin; set local lock_timeout = 5000";

/** After a failed statement PostgreSQL answers "commit" with a rollback and no error. */
function refusingFalseCommits(connection: PoolClient): PoolClient {
  const query = async (config: QueryConfig, values: unknown[]) => {
    const sent = config.text === "begin" ? { ...config, text: beginLocking } : config;
    const result = await connection.query(sent, values);
    const isFalse = config.text === "commit" && result.command !== "COMMIT";
    if (isFalse) throw new Error("rolled back: a statement of this transaction failed");
    return result;
  };
  return Object.assign(Object.create(connection) as PoolClient, { query });
}
