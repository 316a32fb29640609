import { sql } from "drizzle-orm";
import { recordAudit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import type { MemberContext } from "../../core/context";

/** Has a job run again at once; one that had given up begins to count anew. Throws not_found, also for one under way. */
export async function retryJob({ db, clock, user }: MemberContext, { id }: { id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ task: string }>(sql`
      select task_identifier as task from graphile_worker.jobs
      where id = ${id}::bigint and attempts > 0 and locked_at is null`);
    const [job] = rows;
    if (!job) throw new DomainError("not_found", "This job is under way, or done by now.");
    await tx.execute(sql`
      select graphile_worker.reschedule_jobs(array[id], run_at => now(),
        attempts => case when attempts >= max_attempts then 0 else attempts end)
      from graphile_worker.jobs where id = ${id}::bigint`);
    const entry = { actorId: user.id, subjectType: "job", subjectId: id, details: { task: job.task } } as const;
    await recordAudit(tx, { ...entry, action: "job.retried" }, clock.now());
  });
}
