import type { PoolClient, QueryConfig } from "pg";
import type { Database } from "@db/client";

type Interceptor = {
  /** Returns the statement to send instead. */
  rewrite?: (text: string) => string;
  /** Awaited before a statement is sent. */
  before?: (text: string) => Promise<void> | undefined;
  /** Awaited after a statement's result. */
  after?: (text: string) => Promise<void> | undefined;
};

/** Intercepts transactions' statements until the end of the test, to remove locks or to make transactions meet. */
export function interceptStatements(
  { db }: { db: Database },
  { rewrite = (text) => text, before, after }: Interceptor,
): void {
  const pool = db.$client;
  const connect = pool.connect.bind(pool);
  const changed = (connection: PoolClient): PoolClient => {
    const query = async (given: QueryConfig | string, values: unknown[]) => {
      const config = typeof given === "string" ? { text: given } : given;
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

/** Records the app's statements in the order in which they are sent, until the end of the test. */
export function recordStatements(app: { db: Database }): string[] {
  const sent: string[] = [];
  interceptStatements(app, {
    before(text) {
      sent.push(text);
      return undefined;
    },
  });
  const pool = app.db.$client;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const record = (config: QueryConfig | string, ...others: unknown[]) => {
    sent.push(typeof config === "string" ? config : config.text);
    return query(config, ...others);
  };
  const queryAside = pool.queryAside.bind(pool);
  const recordAside: typeof queryAside = (text) => {
    sent.push(text);
    return queryAside(text);
  };
  Object.assign(pool, { query: record, queryAside: recordAside });
  return sent;
}

export const disableRowLocks = (app: { db: Database }, ...tables: string[]): void =>
  interceptStatements(app, { rewrite: (text) => stripRowLock(text, tables) });

export function stripRowLock(text: string, tables: string[]): string {
  const isLocked = tables.some((table) => text.includes(` from "${table}" `));
  return isLocked ? text.replace(/ for (no key update|update)$/, "") : text;
}

/** Returns a function whose promise resolves once that many parties have called it. */
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
