import { sql } from "drizzle-orm";
import type { Database } from "@db/client";

const lockSpace = 20_260_101; // the first half of our advisory keys for living workers

/**
 * Says that a worker is alive for as long as its process holds this connection. The queue itself would wait four
 * hours before it takes a killed worker's jobs for lost. Answers what ends it.
 */
export async function markWorkerAlive(db: Database, workerId: string): Promise<() => Promise<void>> {
  const connection = await db.$client.reserve();
  await connection`select pg_advisory_lock(${lockSpace}::int, hashtext(${workerId}))`;
  return async () => {
    await connection`select pg_advisory_unlock(${lockSpace}::int, hashtext(${workerId}))`;
    connection.release();
  };
}

/** Returns the jobs of workers whose process is gone, so that they run again at once. Answers how many workers. */
export async function returnLostJobs(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await tx.execute<{ worker: string }>(sql`
      select locked_by as worker
      from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) as workers
      where pg_try_advisory_xact_lock(${lockSpace}::int, hashtext(locked_by))`);
    const workers = lost.map(({ worker }) => worker);
    if (workers.length > 0) {
      await tx.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(workers)}::text[])`);
    }
    return workers.length;
  });
}
