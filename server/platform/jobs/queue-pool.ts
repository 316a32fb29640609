import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { ConnectionPool } from "@db/connections";
import type { Log } from "../../core/log";

type ConnectCallback = (
  error: Error | undefined,
  connection?: PoolClient,
  release?: (error?: Error | boolean) => void,
) => void;

/** The names of graphile-worker's statements that end a job. */
const endOfJob = /^(complete|fail)_job(_q)?\//;
const retryMs = 1000;

/** Repeats the statement that ends a job: graphile-worker leaves its rejection unhandled, which ends the process. */
export class QueuePool extends ConnectionPool {
  readonly #log: Log;

  constructor(connectionString: string, max: number, log: Log) {
    super(connectionString, { max });
    this.#log = log;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (!callback) return this.#lend();
    super.connect(callback);
  }

  /** Returns a client even without a connection: only its statement tells whether to wait. */
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
    this.#log.warn({ err: reason, statement: config.name }, "the end of a job could not be recorded");
    if (!isUnreachable(reason)) return undefined;
    await wait(retryMs, undefined, { ref: false });
    if (this.ending) return undefined;
    return this.query(config).catch((error: unknown) => this.#repeat(config, error));
  }
}

function isUnreachable(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|53|55|57)/.test(error.code ?? "");
}
