import { EventEmitter } from "node:events";
import { Logger, run, runMigrations, type WorkerEvents } from "graphile-worker";
import { forgetExpired } from "../accounts/forget-expired";
import type { Log } from "../log";
import type { Services } from "../services";
import { markWorkerAlive, returnLostJobs } from "./lost-jobs";
import { tasksFor } from "./tasks";

/** What is done at set times. */
const timetable = ["* * * * * return-lost-jobs ?max=1", "17 * * * * forget-expired ?max=3"].join("\n");

/** Prepares the queue's own tables; jobs can be enqueued from then on. */
export async function prepareQueue(databaseUrl: string, log: Log): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: queueLogger(log) });
}

type Options = {
  /** How often the queue is looked at when nobody calls, in milliseconds. */
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
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: 3,
    maxPoolSize: 4,
    pollInterval,
    noHandleSignals: true,
    logger: queueLogger(log),
    events,
    taskList: {
      ...tasksFor(services),
      "return-lost-jobs": async () => void (await returnLostJobs(db)),
      "forget-expired": () => forgetExpired(services),
    },
    crontab: timetable,
  });
  const marks = await Promise.all(poolIds.map((poolId) => markWorkerAlive(databaseUrl, poolId, log)));
  await returnLostJobs(db);
  return {
    async stop() {
      await runner.stop("the server stops");
      await Promise.all(marks.map((unmark) => unmark()));
    },
  };
}

function queueLogger(log: Log): Logger {
  const methods: Record<string, "error" | "warn"> = { error: "error", warning: "warn" };
  // The library's LogLevel is an enum of its type declarations only.
  return new Logger((scope) => (level: string, message, meta) => {
    const details = { scope, ...(meta?.error instanceof Error && { err: meta.error }) };
    log[methods[level] ?? "debug"](details, message);
  });
}
