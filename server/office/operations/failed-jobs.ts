import { inTransaction } from "../../core/transaction";
import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { type Page, pageLength, pageOf } from "../../core/pagination";
import { timeThisYear } from "../../core/dates";

type FailedJob = {
  id: string;
  task: string;
  attempts: string;
  lastError: string;
  /** Null if it is running or has failed for good. */
  nextAt: string | null;
  isRunning: boolean;
};

type JobRow = {
  id: string;
  task: string;
  attempts: number;
  max_attempts: number;
  last_error: string;
  run_at: Date;
  is_running: boolean;
};

const maxErrorLength = 300;

export async function listFailedJobs(
  { db, visitor }: MemberContext,
  { page: wanted }: { page: number },
): Promise<{ jobs: FailedJob[]; page: Page }> {
  const { page, offset } = pageOf(wanted, await countFailedJobs(db));
  const { rows } = await db.execute<JobRow>(sql`
    select id::text, task_identifier as task, attempts, max_attempts, last_error, run_at, locked_at is not null as is_running
    from graphile_worker.jobs where ${hasFailed}
    order by attempts >= max_attempts desc, run_at, id limit ${pageLength} offset ${offset}`);
  const jobs = rows.map((row) => ({
    id: row.id,
    task: row.task.replaceAll("-", " "),
    attempts: `${row.attempts} of ${row.max_attempts}`,
    // The first line only: a database error contains its values.
    lastError: row.last_error.replace(/\n.*$/s, "").slice(0, maxErrorLength),
    nextAt:
      row.is_running || row.attempts >= row.max_attempts ? null : timeThisYear(new Date(row.run_at), visitor.timeZone),
    isRunning: row.is_running,
  }));
  return { jobs, page };
}

export async function countFailedJobs(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(
    sql`select count(*) as total from graphile_worker.jobs where ${hasFailed}`,
  );
  return Number(rows[0]?.total ?? 0);
}

const hasFailed = sql`attempts > 0 and last_error is not null`;

/** Restarts a job at once, with all attempts if it had failed for good. Throws not_found, also while it is running. */
export async function retryJob({ db, clock, user }: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const { rows } = await tx.execute<{ task: string }>(sql`
      select task_identifier as task from graphile_worker.jobs
      where id = ${id}::bigint and attempts > 0 and locked_at is null`);
    const [job] = rows;
    if (!job) throw new DomainError("not_found", "This job is already running or done.");
    await tx.execute(sql`
      select graphile_worker.reschedule_jobs(array[id], run_at => now(),
        attempts => case when attempts >= max_attempts then 0 else attempts end)
      from graphile_worker.jobs where id = ${id}::bigint`);
    await audit(tx, { clock, user }, "job.retried", id, { task: job.task });
  });
}
