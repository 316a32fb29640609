import { setTimeout as wait } from "node:timers/promises";
import { Pool, type PoolClient } from "pg";

const connectionTimeoutMs = 10_000;
const idleTimeoutMs = 5 * 60_000;
const closePatienceMs = 500;

/** A pool that outlives its connections, and knows those that are lent. */
export class ConnectionPool extends Pool {
  readonly #connections = new Set<PoolClient>();

  constructor(connectionString: string, max: number) {
    super({
      connectionString,
      max,
      connectionTimeoutMillis: connectionTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      keepAlive: true,
    });
    // A lost connection leaves the pool by itself, and whoever uses it is told by the query. Without listeners the
    // event would end the process: the pool has one for idle connections only.
    this.on("error", () => undefined);
    this.on("connect", (connection) => {
      connection.on("error", () => undefined);
      this.#connections.add(connection);
    });
    this.on("remove", (connection) => this.#connections.delete(connection));
  }

  /** Waits half a second for what is under way; then it is ended and rejects. */
  async close(): Promise<void> {
    await Promise.race([this.end(), wait(closePatienceMs, undefined, { ref: false })]);
    await Promise.all([...this.#connections].map((connection) => connection.end()));
  }
}
