import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema";

export type Database = PostgresJsDatabase<typeof schema> & { $client: postgres.Sql };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What a query runs on: the pool, or a transaction that is under way. */
export type Queryable = Database | Transaction;

/** Opens a pool of at most `max` connections (10, so that a few processes fit into PostgreSQL's 100). */
export function openDatabase(url: string, { max = 10 }: { max?: number } = {}): Database {
  const client = postgres(url, { max, connect_timeout: 10, onnotice: () => undefined });
  return drizzle(client, { schema, casing: "snake_case" });
}

export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.end({ timeout: 0.5 });
}
