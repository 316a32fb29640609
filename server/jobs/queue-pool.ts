import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { ConnectionPool } from "@db/connections";
import type { Log } from "../core/log";

type Lent = (error: Error | undefined, connection?: PoolClient, release?: (error?: Error | boolean) => void) => void;

/** The names that graphile-worker gives to the statements by which a job ends, well or badly. */
const endOfJob = /^(complete|fail)_job(_q)?\//;
const retryMs = 1000;

/**
 * The pool that graphile-worker lives on. It writes the end of a job down without waiting for it: if the connection
 * is lost there, the rejection is unhandled and would crash the process, and the job would look busy for four hours. So
 * that statement is repeated until the database has answered it. It may be: the second time it finds nothing to do.
 */
export class QueuePool extends ConnectionPool {
  readonly #log: Log;

  constructor(connectionString: string, max: number, log: Log) {
    super(connectionString, { max });
    this.#log = log;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Lent): void;
  override connect(callback?: Lent): Promise<PoolClient> | void {
    if (!callback) return this.#lend();
    super.connect(callback);
  }

  /** What can't be lent for now is lent all the same: only with the statement is it clear whether to wait. */
  async #lend(): Promise<PoolClient> {
    const connection = await super.connect().catch((error: Error) => error);
    let isReturned = connection instanceof Error;
    const release = (error?: Error | boolean) => {
      if (!isReturned && "release" in connection) connection.release(error);
      isReturned = true;
    };
    const query = async (config: QueryConfig, values?: unknown[]) => {
      try {
        if (connection instanceof Error) throw connection;
        return await connection.query(config, values);
      } catch (error) {
        if (!endOfJob.test(config.name ?? "")) throw error;
        release(true);
        return this.#repeat(config, error);
      }
    };
    return { query, release } as Partial<PoolClient> as PoolClient;
  }

  async #repeat(config: QueryConfig, reason: unknown): Promise<QueryResult | undefined> {
    this.#log.warn({ err: reason, statement: config.name }, "the end of a job can't be noted for now");
    if (!isAway(reason)) return undefined;
    await wait(retryMs, undefined, { ref: false });
    if (this.ending) return undefined;
    return this.query(config).catch((error: unknown) => this.#repeat(config, error));
  }
}

/** The database can't be reached, ends connections, or takes none: as against a statement that it refuses. */
function isAway(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|53|55|57)/.test(error.code ?? "");
}
