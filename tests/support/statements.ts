import type { PoolClient, QueryConfig } from "pg";
import type { Database } from "@db/client";

type Interceptor = {
  /** Returns the statement to send in place of this one. */
  rewrite?: (text: string) => string;
  /** Waited for before a statement is sent. */
  before?: (text: string) => Promise<void> | undefined;
  /** Waited for when a statement has been answered, before the work goes on. */
  after?: (text: string) => Promise<void> | undefined;
};

/**
 * Changes what transactions send to the database, until the end of the test. Control runs take a lock away by it, and
 * hold transactions back so that they are sure to meet.
 */
export function interceptStatements(
  { db }: { db: Database },
  { rewrite = (text) => text, before, after }: Interceptor,
): void {
  const pool = db.$client;
  const connect = pool.connect.bind(pool);
  const changed = (connection: PoolClient): PoolClient => {
    const query = async (config: QueryConfig, values: unknown[]) => {
      const text = rewrite(config.text);
      await before?.(text);
      const result = await connection.query({ ...config, text }, values);
      await after?.(text);
      return result;
    };
    return Object.assign(Object.create(connection) as PoolClient, { query });
  };
  Object.assign(pool, { connect: async () => changed(await connect()) });
}

/** Takes no row lock in these tables any more. */
export const disableRowLocks = (app: { db: Database }, ...tables: string[]): void =>
  interceptStatements(app, { rewrite: (text) => stripRowLock(text, tables) });

/** The same statement without its row lock, where it selects from one of these tables. */
export function stripRowLock(text: string, tables: string[]): string {
  const isLocked = tables.some((table) => text.includes(` from "${table}" `));
  return isLocked ? text.replace(/ for (no key update|update)$/, "") : text;
}

/** Returns what each party waits for at a meeting point: it resolves once so many have come. */
export function createBarrier(parties: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const allHaveArrived = new Promise<void>((resolve) => (open = resolve));
  return () => {
    arrived += 1;
    if (arrived === parties) open();
    return allHaveArrived;
  };
}
