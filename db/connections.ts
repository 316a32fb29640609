import { setTimeout as wait } from "node:timers/promises";
import { Client, Pool, type PoolClient } from "pg";

type Options = { timeoutMs?: number; queryTimeoutMs?: number; name?: string };

/**
 * Opens a connection of its own beside the pool: for a lock that lasts as long as the connection, or for a short
 * visit. When it breaks, its next query rejects and "end" is emitted. `timeoutMs` is for connecting; a query may take
 * any time unless `queryTimeoutMs` is given.
 */
export async function connect(
  url: string,
  { timeoutMs = 10_000, queryTimeoutMs, name }: Options = {},
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    ...(queryTimeoutMs && { query_timeout: queryTimeoutMs }),
    ...(name && { application_name: name }),
  });
  // Without a listener it would end the process; "end" follows it.
  client.on("error", () => undefined);
  try {
    return await client.connect();
  } catch (error) {
    void client.end();
    throw error;
  }
}

const connectionTimeoutMs = 10_000;
const idleTimeoutMs = 5 * 60_000;
const closePatienceMs = 500;
const probeTimeoutMs = 2000;
/** Many times what any statement takes, or waits for a lock: beyond it the database is taken for gone. */
const usualQueryTimeoutMs = 30_000;

export type PoolOptions = {
  max: number;
  /** Milliseconds; 0 for statements that may take any time. */
  queryTimeoutMs?: number;
};

/** A pool that outlives its connections, and knows those that are lent. */
export class ConnectionPool extends Pool {
  readonly #connections = new Set<PoolClient>();
  readonly #url: string;
  /** Beside the pool: it answers also while every connection of the pool is lent. */
  #probe: Promise<Client> | null = null;

  constructor(connectionString: string, { max, queryTimeoutMs = usualQueryTimeoutMs }: PoolOptions) {
    super({
      connectionString,
      max,
      connectionTimeoutMillis: connectionTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    this.#url = connectionString;
    // A lost connection leaves the pool by itself, and whoever uses it is told by the query. Without listeners the
    // event would end the process: the pool has one for idle connections only.
    this.on("error", () => undefined);
    this.on("connect", (connection) => {
      connection.on("error", () => undefined);
      this.#connections.add(connection);
    });
    this.on("remove", (connection) => this.#connections.delete(connection));
  }

  /** Asks PostgreSQL for a sign of life. Rejects when there is none. */
  async ping(): Promise<void> {
    const probe = (this.#probe ??= connect(this.#url, { timeoutMs: probeTimeoutMs, queryTimeoutMs: probeTimeoutMs }));
    try {
      await (await probe).query("select 1");
    } catch (error) {
      if (this.#probe === probe) this.#probe = null;
      void probe.then((client) => client.end()).catch(() => undefined);
      throw error;
    }
  }

  /** Waits half a second for what is under way; then it is ended and rejects. */
  async close(): Promise<void> {
    await Promise.race([this.end(), wait(closePatienceMs, undefined, { ref: false })]);
    const probe = await this.#probe?.catch(() => null);
    this.#probe = null;
    await Promise.all([...this.#connections, ...(probe ? [probe] : [])].map((connection) => connection.end()));
  }
}
