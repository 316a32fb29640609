import { sql } from "drizzle-orm";
import type { JobHelpers } from "graphile-worker";
import type { Database } from "@db/client";
import { tasksFor } from "@server/process/worker";
import type { Services } from "@server/core/services";
import { Crash } from "./crash-plan";

type Job = { id: string; task: string; payload: unknown };

/** Runs jobs due by the test's clock. A failed job is due again in a minute; a job that crashed is due at once. */
export async function runDueJobs(db: Database, services: Services): Promise<void> {
  const tasks = tasksFor(services);
  for (let job = await nextJob(db, services); job; job = await nextJob(db, services)) {
    try {
      await tasks[job.task]!(job.payload, { job } as unknown as JobHelpers);
      await db.execute(sql`delete from graphile_worker._private_jobs where id = ${job.id}::bigint`);
    } catch (error) {
      if (error instanceof Crash) throw error;
      const again = new Date(services.clock.now().getTime() + 60_000).toISOString();
      await db.execute(sql`update graphile_worker._private_jobs
        set run_at = ${again}::timestamptz, attempts = attempts + 1, last_error = ${String(error)}
        where id = ${job.id}::bigint`);
    }
  }
}

/** A job for "now" has the database's time, not the test clock's. */
async function nextJob(db: Database, { clock }: Services): Promise<Job | undefined> {
  const { rows } = await db.execute<Job>(sql`
    select jobs.id::text, tasks.identifier as task, jobs.payload
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where jobs.run_at <= greatest(now(), ${clock.now().toISOString()}::timestamptz)
    order by jobs.run_at, jobs.id limit 1`);
  return rows[0];
}
