import { setTimeout as wait } from "node:timers/promises";
import { Client, Pool, type PoolClient, type QueryResultRow } from "pg";

type Options = { timeoutMs?: number; queryTimeoutMs?: number; name?: string };

/** Opens a connection outside the pool. If it breaks, the next query rejects and "end" is emitted. */
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
  // An "error" event without a listener would crash the process; "end" follows it.
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
const asideTimeoutMs = 2000;
/** A time far longer than any statement or lock wait; then the database counts as unreachable. */
const defaultQueryTimeoutMs = 30_000;
/** PostgreSQL ends a statement before its client gives up, so that none runs on unseen. */
const statementTimeoutMs = 25_000;
const idleTransactionTimeoutMs = 60_000;

/** Compiling a plan takes longer than the site's queries. */
export const connectionParameters: Record<string, string> = {
  jit: "off",
  statement_timeout: String(statementTimeoutMs),
  idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
};

export type PoolOptions = {
  max: number;
  /** 0: no timeout, neither here nor in PostgreSQL. */
  queryTimeoutMs?: number;
  /** Whether it is behind a pooler, which refuses parameters; migrating gives them to the role instead. */
  isPooled?: boolean;
};

/** Returns the address with what a new connection sets, after what the address sets itself. */
export function withParameters(url: string, parameters: Record<string, string>): string {
  const address = new URL(url);
  const ours = Object.entries(parameters).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set("options", [address.searchParams.get("options") ?? "", ...ours].join(" ").trim());
  return address.href;
}

export class ConnectionPool extends Pool {
  readonly #connections = new Set<PoolClient>();
  readonly #url: string;
  /** A connection outside the pool, so that it works while every connection is in use. */
  #aside: Promise<Client> | null = null;

  constructor(url: string, { max, queryTimeoutMs = defaultQueryTimeoutMs, isPooled = false }: PoolOptions) {
    const parameters = queryTimeoutMs > 0 ? connectionParameters : { ...connectionParameters, statement_timeout: "0" };
    super({
      connectionString: isPooled ? url : withParameters(url, parameters),
      max,
      connectionTimeoutMillis: connectionTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    this.#url = url;
    // An "error" event without a listener would crash the process; the pool listens on idle connections only.
    this.on("error", () => undefined);
    this.on("connect", (connection) => {
      connection.on("error", () => undefined);
      this.#connections.add(connection);
    });
    this.on("remove", (connection) => this.#connections.delete(connection));
  }

  async ping(): Promise<void> {
    await this.queryAside("select 1");
  }

  /** Runs a short statement that waits for none of the pool's. */
  async queryAside<Row extends QueryResultRow>(text: string): Promise<{ rows: Row[] }> {
    const aside = (this.#aside ??= this.#connectAside());
    try {
      return await (await aside).query<Row>(text);
    } catch (error) {
      this.#leave(aside);
      throw error;
    }
  }

  #connectAside(): Promise<Client> {
    const opening = connect(this.#url, { timeoutMs: asideTimeoutMs, queryTimeoutMs: asideTimeoutMs });
    const aside = opening.then((client) => client.once("end", () => this.#leave(aside)));
    return aside;
  }

  #leave(aside: Promise<Client>): void {
    if (this.#aside === aside) this.#aside = null;
    void aside.then((client) => client.end()).catch(() => undefined);
  }

  /** Ends queries that are still running after half a second. */
  async close(): Promise<void> {
    await Promise.race([this.end(), wait(closePatienceMs, undefined, { ref: false })]);
    const aside = await this.#aside?.catch(() => null);
    this.#aside = null;
    await Promise.all([...this.#connections, ...(aside ? [aside] : [])].map((connection) => connection.end()));
  }
}
