import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient, QueryConfig } from "pg";
import { ConnectionPool, type PoolOptions } from "./connections";
import * as schema from "./schema";

export type Database = NodePgDatabase<typeof schema> & { $client: ConnectionPool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What a query runs on: the pool, or a transaction that is under way. */
export type Queryable = Database | Transaction;

/** Opens a pool of at most `max` connections (10, so that a few processes fit into PostgreSQL's 100). */
export function openDatabase(url: string, { max = 10, ...options }: Partial<PoolOptions> = {}): Database {
  return databaseFrom(new ConnectionPool(url, { max, ...options }));
}

/** The database that the pool's connections lead to. */
export function databaseFrom(pool: ConnectionPool): Database {
  return Object.assign(drizzle(pool, drizzleOptions), { transaction: transactionsOn(pool) });
}

/** Waits half a second for what is under way; then it is ended and rejects. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.close();
}

const drizzleOptions = { schema, casing: "snake_case" } as const;

/**
 * Transactions in place of drizzle's own on a pool, which never return a connection on which "begin" failed, and take
 * one for committed that PostgreSQL rolled back.
 */
function transactionsOn(pool: ConnectionPool): Database["transaction"] {
  const databases = new WeakMap<PoolClient, NodePgDatabase<typeof schema>>();
  const databaseOn = (connection: PoolClient) => {
    const database = databases.get(connection) ?? drizzle(refusingFalseCommits(connection), drizzleOptions);
    databases.set(connection, database);
    return database;
  };
  return async (work, config) => {
    const connection = await pool.connect();
    try {
      return await databaseOn(connection).transaction(work, config);
    } finally {
      // Only a connection that is between transactions may serve somebody else.
      connection.release(connection.getTransactionStatus() !== "I");
    }
  };
}

/** PostgreSQL answers "commit" with a rollback, and no error, when a statement had failed and the code went on. */
function refusingFalseCommits(connection: PoolClient): PoolClient {
  const query = async (config: QueryConfig, values: unknown[]) => {
    const result = await connection.query(config, values);
    const isFalse = config.text === "commit" && result.command !== "COMMIT";
    if (isFalse) throw new Error("rolled back: a statement of this transaction failed");
    return result;
  };
  return Object.assign(Object.create(connection) as PoolClient, { query });
}
