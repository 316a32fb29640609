import { inTransaction } from "../../core/transaction";
import { sql } from "drizzle-orm";
import type { Client } from "pg";
import type { Database } from "@db/client";
import { connect } from "@db/connections";
import type { Log } from "../../core/log";

/** The first half of the advisory lock key. */
export const workerLockSpace = 20_260_101;
const retryMs = 1000;

/** Marks a worker as alive by an advisory lock: graphile-worker frees a killed worker's jobs only after four hours. */
export async function markWorkerAlive(databaseUrl: string, workerId: string, log: Log): Promise<() => Promise<void>> {
  let isEnding = false;
  let retry: NodeJS.Timeout | undefined;
  let connection = await mark(databaseUrl, workerId);
  const markAgain = async () => {
    try {
      connection = await mark(databaseUrl, workerId);
      if (isEnding) await connection.end();
      else watch();
    } catch (error) {
      log.warn({ err: error }, "the worker's lock is lost; trying again");
      if (!isEnding) retry = setTimeout(() => void markAgain(), retryMs);
    }
  };
  const watch = () => void connection.once("end", () => void (isEnding || markAgain()));
  watch();
  return async () => {
    isEnding = true;
    clearTimeout(retry);
    await connection.end();
  };
}

async function mark(databaseUrl: string, workerId: string): Promise<Client> {
  const connection = await connect(databaseUrl);
  try {
    await connection.query("select pg_advisory_lock($1::int, hashtext($2))", [workerLockSpace, workerId]);
    return connection;
  } catch (error) {
    void connection.end();
    throw error;
  }
}

export async function returnLostJobs(db: Database): Promise<number> {
  return inTransaction({ db }, async (tx) => {
    const { rows: lost } = await tx.execute<{ worker: string }>(sql`
      select locked_by as worker
      from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as workers
      where pg_try_advisory_xact_lock(${workerLockSpace}::int, hashtext(locked_by))`);
    const workers = lost.map(({ worker }) => worker);
    if (workers.length > 0) {
      await tx.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(workers)}::text[])`);
    }
    return workers.length;
  });
}
