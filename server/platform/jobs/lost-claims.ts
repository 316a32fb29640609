import { sql } from "drizzle-orm";
import type { WorkerEvents } from "graphile-worker";
import type { Database } from "@db/client";
import type { Log } from "../../core/log";

/** How long an answer may be under way, in milliseconds, before its job counts as lost. */
const graceMs = 1000;

/**
 * Returns jobs that a worker took with an answer that was lost, once the database answers again. None of them runs,
 * and graphile-worker would free them after four hours.
 */
export function returnLostClaims(events: WorkerEvents, db: Database, log: Log): void {
  const running = new Set<string>();
  /** When an answer to each pool was lost, in milliseconds. */
  const lostAt = new Map<string, number>();
  const check = (poolId: string) => {
    const lost = lostAt.get(poolId);
    if (lost === undefined || performance.now() - lost < graceMs) return;
    lostAt.delete(poolId);
    unlock(db, poolId, [...running]).catch((error: unknown) => {
      log.warn({ err: error }, "jobs that were lost can't be returned yet; trying again");
      lostAt.set(poolId, performance.now());
    });
  };
  events.on("worker:getJob:error", ({ worker }) => void lostAt.set(worker.workerPool.id, performance.now()));
  events.on("worker:getJob:empty", ({ worker }) => check(worker.workerPool.id));
  events.on("job:start", ({ worker, job }) => {
    running.add(job.id);
    check(worker.workerPool.id);
  });
  events.on("job:complete", ({ job }) => void running.delete(job.id));
}

/** Unlocks what the pool took more than `graceMs` ago and does not run. */
async function unlock(db: Database, poolId: string, running: string[]): Promise<void> {
  await db.execute(sql`
    with lost as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = ${poolId} and locked_at < now() - ${graceMs} * interval '1 millisecond'
        and id <> all(${sql.param(running)}::bigint[])
      returning job_queue_id)
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where locked_by = ${poolId} and id in (select job_queue_id from lost)`);
}
