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

/** Returns the database on a pool. */
export function databaseFrom(pool: ConnectionPool): Database {
  return Object.assign(drizzle(pool, drizzleOptions), { transaction: transactionsOn(pool) });
}

/** Closes all connections. Queries still running after half a second are ended and reject. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.close();
}

const drizzleOptions = { schema, casing: "snake_case" } as const;

/**
 * Replaces drizzle's transactions on a pool, which leak a connection when "begin" fails and report a commit that
 * PostgreSQL turned into a rollback.
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
      // Only a connection without an open transaction may be reused.
      connection.release(connection.getTransactionStatus() !== "I");
    }
  };
}

/** PostgreSQL answers "commit" with a rollback and no error when an earlier statement failed. */
function refusingFalseCommits(connection: PoolClient): PoolClient {
  const query = async (config: QueryConfig, values: unknown[]) => {
    const result = await connection.query(config, values);
    const isFalse = config.text === "commit" && result.command !== "COMMIT";
    if (isFalse) throw new Error("rolled back: a statement of this transaction failed");
    return result;
  };
  return Object.assign(Object.create(connection) as PoolClient, { query });
}
