import { EventEmitter } from "node:events";
import { Logger, run, runMigrations, type WorkerEvents } from "graphile-worker";
import { forgetExpired } from "../accounts/forget-expired";
import { maskQuoted } from "../core/describe-error";
import type { Log } from "../core/log";
import { retryUnsent } from "../mail/outbox";
import { sweepMedia } from "../media/media-files";
import { sendReminders } from "../sessions/send-reminders";
import type { Services } from "../core/services";
import { sweepWaitlist } from "../waitlist/sweep-waitlist";
import { enqueueJob } from "./enqueue-job";
import { markWorkerAlive, returnLostJobs } from "./lost-jobs";
import { QueuePool } from "./queue-pool";
import { scopedTasks, tasksFor } from "./tasks";

/** A round that takes longer than until the next is waited for, by one round at the most. */
const alone = (task: string, { max }: { max: number }) =>
  `${task} ?max=${max}&queue=${task}&jobKey=${task}&jobKeyMode=preserve_run_at`;

/** What is done at set times. Lost jobs have no queue: a killed process would take it along. */
export const timetable = [
  "* * * * * return-lost-jobs ?max=1",
  `17 * * * * ${alone("forget-expired", { max: 3 })}`,
  `* * * * * ${alone("refresh-exchange-rates", { max: 1 })}`,
  `*/10 * * * * ${alone("reconcile-payments", { max: 3 })}`,
  `*/10 * * * * ${alone("sweep-waitlist", { max: 3 })}`,
  `* * * * * ${alone("send-reminders", { max: 1 })}`,
  `47 * * * * ${alone("sweep-media", { max: 3 })}`,
  `27 * * * * ${alone("retry-unsent-mail", { max: 3 })}`,
].join("\n");

/** Prepares the queue's own tables; jobs can be enqueued from then on. */
export async function prepareQueue(databaseUrl: string, log: Log): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: queueLogger(log) });
}

type Options = {
  /** How often the queue is polled when no job was announced, in milliseconds. */
  pollInterval?: number;
};

/** Runs background jobs until stopped; stopping waits for those under way or returns them to the queue. */
export async function startWorker(
  services: Services,
  databaseUrl: string,
  { pollInterval = 2000 }: Options = {},
): Promise<{ stop(): Promise<void> }> {
  const { db, log } = services;
  const events: WorkerEvents = new EventEmitter();
  const poolIds: string[] = [];
  events.on("pool:create", ({ workerPool }) => poolIds.push(workerPool.id));
  const pool = new QueuePool(databaseUrl, 7, log);
  const { "deliver-mail": deliver, "send-account-link": sendLink, ...others } = tasksFor(services);
  const shared = { pgPool: pool, pollInterval, noHandleSignals: true, logger: queueLogger(log), events };
  // Mails wait for their turn at the mail service, other jobs for Stripe: neither must keep the other waiting.
  const mailRunner = await run({
    ...shared,
    concurrency: 3,
    taskList: { "deliver-mail": deliver, "send-account-link": sendLink },
    parsedCronItems: [],
  });
  const runner = await run({
    ...shared,
    concurrency: 3,
    taskList: {
      ...others,
      ...scopedTasks({
        "return-lost-jobs": async () => void (await returnLostJobs(db)),
        "forget-expired": () => forgetExpired(services),
        "refresh-exchange-rates": () => services.rateBook.refresh(),
        "sweep-waitlist": () => sweepWaitlist(services),
        "sweep-media": () => sweepMedia(services),
        "retry-unsent-mail": () => retryUnsent(services),
        "send-reminders": () => sendReminders(services),
      }),
    },
    crontab: timetable,
  });
  const marks = await Promise.all(poolIds.map((poolId) => markWorkerAlive(databaseUrl, poolId, log)));
  await returnLostJobs(db);
  // Webhooks may have been missed while no process was there to hear them.
  const queue = "reconcile-payments";
  await enqueueJob(db, "reconcile-payments", {}, { jobKey: queue, queue, maxAttempts: 3 });
  return {
    async stop() {
      await Promise.all([runner.stop("the server stops"), mailRunner.stop("the server stops")]);
      await pool.close();
      await Promise.all(marks.map((unmark) => unmark()));
    },
  };
}

function queueLogger(log: Log): Logger {
  const methods: Record<string, "error" | "warn"> = { error: "error", warning: "warn" };
  // The library's LogLevel is an enum of its type declarations only.
  return new Logger((scope) => (level: string, message, meta) => {
    const details = { scope, ...(meta?.error instanceof Error && { err: meta.error }) };
    // The text quotes the job's error, which stands in `err`.
    log[methods[level] ?? "debug"](details, maskQuoted(message));
  });
}
