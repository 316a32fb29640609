import { isSQLWrapper, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Queryable } from "@db/client";
import type { PayableKind } from "@db/schema";

export type JobPayloads = {
  "back-up": { isAsked?: boolean };
  "deliver-mail": { mailId: string };
  "empty-calendar": { accountId: string };
  "end-offer": { entryId: string };
  "issue-invoices": { kind: PayableKind; id: string };
  "offer-course": { courseId: string };
  "prepare-recording": { recordingId: string; attempt?: number };
  "queue-preparations": Record<string, never>;
  "reconcile-payments": Record<string, never>;
  "release-unpaid": { kind: PayableKind; id: string };
  "remove-file": { fileId: string };
  "report-faults": { names: string[] };
  "rewrite-pictures": Record<string, never>;
  "send-account-link": { purpose: "reset_password" | "sign_in"; email: string; returnTo: string | null };
  "send-booking-links": { email: string; requestId: string };
  "send-gift-card": { cardId: string };
  "send-refund": { refundId: string };
  "sync-membership": { membershipId: string };
  "sync-payouts": Record<string, never>;
  "tell-stripe-of-account": { userId: string };
  "tell-stripe-of-plan": { productId: string };
  "tend-health-notes": Record<string, never>;
  "tend-standing-places": Record<string, never>;
  "write-calendar": { sessionId: string };
};
export type TaskName = keyof JobPayloads;

/** Recordings are prepared one after the other, for hours if need be: such a job is never late. */
export const waitsForItsTurn = "prepare-recording" satisfies TaskName;

type Options = {
  runAt?: Date;
  /** Replaces a waiting job of the same key. */
  jobKey?: string | SQL;
  maxAttempts?: number;
  /** The priority; a lower one runs first. */
  priority?: number | SQL;
  /** Jobs of one queue run one at a time. */
  queue?: string;
};

export async function enqueueJob<Task extends TaskName>(
  tx: Queryable,
  task: Task,
  payload: JobPayloads[Task],
  options: Options = {},
): Promise<void> {
  await tx.execute(sql`select ${addJob(task, payload, options)}`);
}

/** Returns a call that a statement makes for each of its rows; the payload may name the row's columns. */
export const addJob = <Task extends TaskName>(
  task: Task,
  payload: { [Field in keyof JobPayloads[Task]]: JobPayloads[Task][Field] | SQLWrapper },
  { queue, runAt, jobKey, maxAttempts = 25, priority = 0 }: Options = {},
): SQL => sql`graphile_worker.add_job(
    identifier => ${task},
    payload => ${jsonOf(payload)},
    queue_name => ${queue ?? null},
    run_at => ${runAt?.toISOString() ?? null}::timestamptz,
    job_key => ${jobKey ?? null},
    max_attempts => ${maxAttempts}::int,
    priority => ${priority}::int
  )`;

function jsonOf(payload: object): SQL {
  const fields = Object.entries(payload).filter(([, value]) => isSQLWrapper(value));
  const plain = Object.fromEntries(Object.entries(payload).filter(([, value]) => !isSQLWrapper(value)));
  const payloadSql = sql`${JSON.stringify(plain)}::text::jsonb`;
  const named = fields.map(([name, value]) => sql`${name}::text, ${value}`);
  return fields.length === 0
    ? sql`${payloadSql}::json`
    : sql`(${payloadSql} || jsonb_build_object(${sql.join(named, sql`, `)}))::json`;
}
