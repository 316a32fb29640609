import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";

export type JobPayloads = {
  "deliver-mail": { mailId: string };
  "end-offer": { entryId: string };
  "reconcile-payments": Record<string, never>;
  "release-hold": { bookingId: string };
  "release-purchase": { purchaseId: string };
  "remove-file": { fileId: string };
  "send-account-link": { purpose: "reset_password" | "sign_in"; email: string; returnTo: string | null };
  "send-booking-links": { email: string; requestId: string };
  "send-refund": { refundId: string };
};
export type TaskName = keyof JobPayloads;

/** `jobKey` replaces a waiting job; lower `priority` runs first; jobs of one `queue` run one at a time. */
export async function enqueueJob<Task extends TaskName>(
  tx: Queryable,
  task: Task,
  payload: JobPayloads[Task],
  options: { runAt?: Date; jobKey?: string; maxAttempts?: number; priority?: number; queue?: string } = {},
): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(
    identifier => ${task},
    payload => ${JSON.stringify(payload)}::text::json,
    queue_name => ${options.queue ?? null},
    run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
    job_key => ${options.jobKey ?? null},
    max_attempts => ${options.maxAttempts ?? 25}::int,
    priority => ${options.priority ?? 0}::int
  )`);
}
