import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Logger, run, runMigrations, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import { prepareRecording } from "../catalogue/preparing/prepare-recording";
import { queueMissing } from "../catalogue/preparing/queue-missing";
import { forgetExpired } from "../office/operations/forget-expired";
import { sendAccountLink } from "../accounts/mailed-links";
import { backUp } from "../office/backup/manage-backups";
import { isPaused } from "../office/backup/pause";
import { sendBookingLinks } from "../selling/bookings/mails/mailed-links";
import { tendHealthNotes } from "../selling/bookings/health/tend-health-notes";
import { inLogScope, type Log, maskSensitive } from "../core/log";
import type { Services } from "../core/services";
import { deliverMail } from "../platform/mail/deliver-mail";
import { retryUnsent } from "../platform/mail/outbox";
import { removeFile, sweepMedia } from "../platform/media/media-files";
import { enqueueRewriting, rewritePictures } from "../platform/media/rewrite-pictures";
import { findPayableRef } from "../payments/payable-ref";
import { syncPayouts } from "../payments/payouts/sync-payouts";
import { reconcilePayments } from "../payments/reconcile";
import { releaseUnpaid } from "../payments/release";
import { sendRefund } from "../payments/send-refund";
import { reportFaults, watchSite } from "../office/doctor/run-doctor";
import { mailOpenings } from "../selling/recordings/openings/mail-openings";
import { readCaptions } from "../selling/recordings/search/read-captions";
import { issueInvoices } from "../payments/invoices/issue-invoices";
import { sweepInvoices } from "../payments/invoices/sweep-invoices";
import { sendGiftCard } from "../catalogue/gift-cards/mail-card";
import { reconcileMemberships, syncMembership } from "../selling/memberships/stripe/reconcile-memberships";
import { tendMemberships } from "../selling/memberships/tend/tend-memberships";
import { tellOfAccount, tellOfPlan } from "../selling/memberships/stripe/tell-changes";
import { tendGiftCards } from "../catalogue/gift-cards/tend-gift-cards";
import { expirePasses } from "../catalogue/passes/expire-passes";
import { mailEndings } from "../catalogue/passes/mail-endings";
import { openWaiting } from "../selling/purchases/open-waiting";
import { refreshInTime } from "../catalogue/calendars/busy-times";
import { compareCalendar } from "../catalogue/calendars/compare-calendar";
import { emptyCalendar } from "../catalogue/calendars/empty-calendar";
import { writeSession } from "../catalogue/calendars/write-session";
import { sendReminders } from "../office/managing/send-reminders";
import { tendStandingPlaces } from "../selling/standing/take-dates";
import { endOverdueRequests } from "../selling/one-to-one/requests";
import { endOffer, offerCourse } from "../selling/waitlist/offers";
import { sweepWaitlist } from "../selling/waitlist/sweep-waitlist";
import { enqueueJob, type JobPayloads, type TaskName } from "../platform/jobs/enqueue-job";
import { returnLostClaims } from "../platform/jobs/lost-claims";
import { markWorkerAlive, returnLostJobs } from "../platform/jobs/lost-jobs";
import { QueuePool } from "../platform/jobs/queue-pool";

/** At most one waiting job per task; a slow run delays the next one. */
const exclusive = (task: string, { max }: { max: number }) =>
  `${task} ?max=${max}&queue=${task}&jobKey=${task}&jobKeyMode=preserve_run_at`;

/** return-lost-jobs has no queue: a killed process would leave the queue locked. */
export const timetable = [
  "* * * * * return-lost-jobs ?max=1",
  `12 3 * * * ${exclusive("back-up", { max: 3 })}`,
  `37 3 * * * ${exclusive("tend-health-notes", { max: 3 })}`,
  `17 * * * * ${exclusive("forget-expired", { max: 3 })}`,
  `* * * * * ${exclusive("refresh-exchange-rates", { max: 1 })}`,
  `*/10 * * * * ${exclusive("reconcile-payments", { max: 3 })}`,
  `7 4 * * * ${exclusive("sync-payouts", { max: 3 })}`,
  `*/10 * * * * ${exclusive("sweep-waitlist", { max: 3 })}`,
  `*/10 * * * * ${exclusive("end-requests", { max: 3 })}`,
  `*/10 * * * * ${exclusive("open-purchases", { max: 3 })}`,
  `*/10 * * * * ${exclusive("expire-passes", { max: 3 })}`,
  `*/10 * * * * ${exclusive("tend-gift-cards", { max: 3 })}`,
  `*/10 * * * * ${exclusive("sweep-invoices", { max: 3 })}`,
  `*/10 * * * * ${exclusive("tend-memberships", { max: 3 })}`,
  `*/10 * * * * ${exclusive("tend-standing-places", { max: 3 })}`,
  `*/10 * * * * ${exclusive("reconcile-memberships", { max: 3 })}`,
  `*/10 * * * * ${exclusive("mail-openings", { max: 3 })}`,
  `22 * * * * ${exclusive("mail-pass-endings", { max: 3 })}`,
  `57 * * * * ${exclusive("read-captions", { max: 3 })}`,
  `* * * * * ${exclusive("send-reminders", { max: 1 })}`,
  `*/5 * * * * ${exclusive("refresh-busy-times", { max: 1 })}`,
  `42 4 * * * ${exclusive("compare-calendar", { max: 3 })}`,
  `47 * * * * ${exclusive("sweep-media", { max: 3 })}`,
  `57 * * * * ${exclusive("queue-preparations", { max: 3 })}`,
  `27 * * * * ${exclusive("retry-unsent-mail", { max: 3 })}`,
  `*/30 * * * * ${exclusive("watch-site", { max: 1 })}`,
].join("\n");

export async function prepareQueue(databaseUrl: string, log: Log): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: queueLogger(log) });
}

type Options = {
  /** The interval in milliseconds. */
  pollInterval?: number;
};

type Worker = { stop(): Promise<void> };

/** Runs jobs; on a restored site only once it is resumed. */
export async function startWorker(services: Services, databaseUrl: string, options: Options = {}): Promise<Worker> {
  const { db, log } = services;
  if (!(await isPaused(db))) return runJobs(services, databaseUrl, options);
  log.warn("the site is paused after a restore: no job runs until an admin resumes it at /admin/backups");
  const stopping = new AbortController();
  const later = untilResumed(services, stopping.signal).then((isResumed) =>
    isResumed ? runJobs(services, databaseUrl, options) : undefined,
  );
  later.catch((error: unknown) => log.fatal({ err: error }, "jobs could not be started; restart Breathroom"));
  return {
    async stop() {
      stopping.abort();
      await (await later)?.stop();
    },
  };
}

const pausePollMs = 2000;

async function untilResumed({ db, log }: Services, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await wait(pausePollMs, undefined, { signal }).catch(() => undefined);
    const isStillPaused = await isPaused(db).catch((error: unknown) => {
      log.warn({ err: error }, "whether the site is paused can't be read; trying again");
      return true;
    });
    if (!isStillPaused && !signal.aborted) return true;
  }
  return false;
}

/** Mails, and other jobs, that each process works on at once. */
export const jobConcurrency = 3;

/** One more than both runners use at once, as one listens. */
const poolSize = 2 * jobConcurrency + 1;

async function runJobs(services: Services, databaseUrl: string, { pollInterval = 2000 }: Options): Promise<Worker> {
  const { db, log } = services;
  const events: WorkerEvents = new EventEmitter();
  const poolIds: string[] = [];
  const stopping = new AbortController();
  returnLostClaims(events, db, log);
  events.on("pool:create", ({ workerPool }) => poolIds.push(workerPool.id));
  const pool = new QueuePool(databaseUrl, poolSize, log);
  const {
    "deliver-mail": deliver,
    "send-account-link": accountLink,
    "send-booking-links": bookingLinks,
    ...others
  } = tasksFor(services, databaseUrl, stopping.signal);
  const shared = { pgPool: pool, pollInterval, noHandleSignals: true, logger: queueLogger(log), events };
  // Separate runners: neither rate-limited mails nor slow Stripe calls may delay the other jobs.
  const mailRunner = await run({
    ...shared,
    concurrency: jobConcurrency,
    taskList: { "deliver-mail": deliver, "send-account-link": accountLink, "send-booking-links": bookingLinks },
    parsedCronItems: [],
  });
  const runner = await run({
    ...shared,
    concurrency: jobConcurrency,
    taskList: {
      ...others,
      ...scopedTasks(timedTasks(services)),
    },
    crontab: timetable,
  });
  const marks = await Promise.all(poolIds.map((poolId) => markWorkerAlive(databaseUrl, poolId, log)));
  await returnLostJobs(db);
  // Webhooks may have been missed meanwhile, and the previous version left notes, recordings and pictures to work on.
  for (const task of ["reconcile-payments", "sync-payouts", "tend-health-notes", "queue-preparations"] as const) {
    await enqueueJob(db, task, {}, { jobKey: task, queue: task, maxAttempts: 3 });
  }
  await enqueueRewriting(db);
  // A restored site has no jobs for the mails that it owes.
  await retryUnsent(services);
  return {
    async stop() {
      // A job that would take hours puts itself back.
      stopping.abort(new Error("the server stops"));
      await Promise.all([runner.stop("the server stops"), mailRunner.stop("the server stops")]);
      await pool.close();
      await Promise.all(marks.map((unmark) => unmark()));
    },
  };
}

/** What runs at set times only. */
const timedTasks = (services: Services) => ({
  "return-lost-jobs": async () => void (await returnLostJobs(services.db)),
  "forget-expired": () => forgetExpired(services),
  "refresh-exchange-rates": () => services.rateCache.refresh(),
  "sweep-waitlist": () => sweepWaitlist(services),
  "end-requests": () => endOverdueRequests(services),
  "open-purchases": () => openWaiting(services),
  "expire-passes": () => expirePasses(services),
  "tend-gift-cards": () => tendGiftCards(services),
  "sweep-invoices": () => sweepInvoices(services),
  "tend-memberships": () => tendMemberships(services),
  "reconcile-memberships": () => reconcileMemberships(services),
  "mail-openings": () => mailOpenings(services),
  "mail-pass-endings": () => mailEndings(services),
  "read-captions": () => readCaptions(services),
  "sweep-media": () => sweepMedia(services),
  "retry-unsent-mail": () => retryUnsent(services),
  "send-reminders": () => sendReminders(services),
  "watch-site": () => watchSite(services),
  "refresh-busy-times": () => refreshInTime(services),
  "compare-calendar": () => compareCalendar(services),
});

function queueLogger(log: Log): Logger {
  const methods: Record<string, "error" | "warn"> = { error: "error", warning: "warn" };
  // LogLevel exists only in the library's type declarations.
  return new Logger((scope) => (level: string, message, meta) => {
    const details = { scope, ...(meta?.error instanceof Error && { err: meta.error }) };
    // The message quotes the job's error, which `err` contains anyway.
    log[methods[level] ?? "debug"](details, maskSensitive(message));
  });
}

type Tasks = { [Task in TaskName]: (payload: JobPayloads[Task]) => Promise<void> };

type EarlierPayload = Parameters<typeof findPayableRef>[0];

/** What versions before 1.0 enqueued under these names, and may still wait after an update. */
function earlierTasks(services: Services): Record<string, (payload: EarlierPayload) => Promise<void>> {
  const release = async (payload: EarlierPayload) => {
    const order = findPayableRef(payload);
    if (order) await releaseUnpaid(services, order);
  };
  return { "release-hold": release, "release-purchase": release };
}

/** Returns the tasks of the worker, which end early with `stopping`. They must be idempotent: a job runs at least once. */
export function tasksFor(
  services: Services,
  databaseUrl = services.settings.databaseUrl ?? "",
  stopping: AbortSignal = new AbortController().signal,
): TaskList {
  const tasks: Tasks = {
    "back-up": (payload) => backUp({ ...services, databaseUrl }, payload),
    "deliver-mail": ({ mailId }) => deliverMail(services, mailId),
    "end-offer": (offer) => endOffer(services, offer),
    "issue-invoices": (order) => issueInvoices(services, order),
    "offer-course": (course) => offerCourse(services, course),
    "prepare-recording": (preparation) => prepareRecording(services, preparation, stopping),
    "queue-preparations": () => queueMissing(services),
    "reconcile-payments": async () => void (await reconcilePayments(services)),
    "release-unpaid": async (cause) => void (await releaseUnpaid(services, cause)),
    "remove-file": ({ fileId }) => removeFile(services, fileId),
    "report-faults": (faults) => reportFaults(services, faults),
    "rewrite-pictures": () => rewritePictures(services, stopping),
    "send-account-link": (request) => sendAccountLink(services, request),
    "send-booking-links": (request) => sendBookingLinks(services, request),
    "send-gift-card": ({ cardId }) => sendGiftCard(services, cardId),
    "send-refund": ({ refundId }) => sendRefund(services, refundId),
    "sync-membership": ({ membershipId }) => syncMembership(services, membershipId),
    "sync-payouts": async () => void (await syncPayouts(services)),
    "tell-stripe-of-account": (account) => tellOfAccount(services, account),
    "tell-stripe-of-plan": (plan) => tellOfPlan(services, plan),
    "tend-health-notes": () => tendHealthNotes(services),
    "tend-standing-places": () => tendStandingPlaces(services),
    "empty-calendar": (account) => emptyCalendar(services, account),
    "write-calendar": (session) => writeSession(services, session),
  };
  return scopedTasks({ ...tasks, ...earlierTasks(services) });
}

/** A payload fits its task: `enqueueJob`, which stored it, takes no other. */
const scopedTasks = (tasks: Record<string, (payload: never) => Promise<void>>): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, run]): [string, Task] => [
      task,
      (payload, helpers) => inLogScope({ jobId: helpers.job.id, task }, () => run(payload as never)),
    ]),
  );
