import { sql } from "drizzle-orm";
import { parseCrontab } from "graphile-worker";
import { vi } from "vitest";
import { outboxEmails } from "@db/schema";
import { enqueueJob } from "@server/platform/jobs/enqueue-job";
import { markWorkerAlive, returnLostJobs } from "@server/platform/jobs/lost-jobs";
import { startWorker, timetable } from "@server/process/worker";
import * as reconciling from "@server/payments/reconcile";
import * as releasing from "@server/payments/release";
import { anAccount } from "../../../support/accounts";
import { startTcpProxy } from "../../faults/support/tcp-proxy";
import { aBookingOf, aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const unsent = ({ db }: TestApp) => db.$count(outboxEmails, sql`sent_at is null`);

async function book(app: TestApp) {
  await app.as().bookings.create(aBookingOf(await aSession(app.db, { priceMinor: 0 })));
}

test("continues with jobs after a long outage of the database", async ({ app, databaseUrl, outage }) => {
  const worker = await startWorker(app.services, databaseUrl, { pollInterval: 20 });
  const reports: string[] = [];
  app.services.log.debug = (_details: unknown, message?: string) => void reports.push(message ?? "");
  try {
    await book(app);
    await expect.poll(() => unsent(app)).toBe(0);
    await outage.begin();
    const isLong = () => reports.some((report) => report.includes("(20 contiguous fails)"));
    await expect.poll(isLong).toBe(true);
    await outage.end();
    await expect
      .poll(() =>
        book(app).then(
          () => "booked",
          () => "not yet",
        ),
      )
      .toBe("booked");
    await expect.poll(() => unsent(app)).toBe(0);
  } finally {
    await outage.end();
    await worker.stop();
  }
});

test("retries a job that failed during an outage of the database", async ({ app, databaseUrl, outage }) => {
  let hasGone = false;
  const { mailer } = app.services;
  const send: typeof mailer.send = async (mail) => {
    if (!hasGone) await outage.begin();
    hasGone = true;
    return mailer.send(mail);
  };
  const worker = await startWorker({ ...app.services, mailer: { send } }, databaseUrl, { pollInterval: 20 });
  const warnings: string[] = [];
  app.services.log.warn = (_details: unknown, message?: string) => void warnings.push(message ?? "");
  try {
    await book(app);
    await expect.poll(() => warnings).toContain("the end of a job could not be recorded");
    await outage.end();
    await expect.poll(() => unsent(app).catch(() => "unknown")).toBe(0);
  } finally {
    await outage.end();
    await worker.stop();
  }
});

test("runs a job at once that it took with an answer that was lost", async ({ app, databaseUrl }) => {
  const address = new URL(databaseUrl);
  const proxy = await startTcpProxy(Number(address.port));
  address.port = String(proxy.port);
  const worker = await startWorker(app.services, address.href, { pollInterval: 20 });
  try {
    proxy.loseAnswer("mailId");
    await book(app);
    await expect.poll(() => unsent(app)).toBe(0);
  } finally {
    await worker.stop();
    await proxy.stop();
  }
});

test("restores a live process's mark after a lost connection", async ({ app, databaseUrl, outage }) => {
  const holder = async () => {
    const { rows } = await app.db.execute<{ pid: number }>(
      sql`select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and granted and classid = 20260101`,
    );
    return rows.map(({ pid }) => pid);
  };
  const unmark = await markWorkerAlive(databaseUrl, "pool-of-the-living", app.services.log);
  try {
    const [before] = await holder();
    await outage.cut();
    await expect.poll(() => holder().catch(() => [])).toEqual([expect.not.toBeOneOf([before])]);
  } finally {
    await unmark();
  }
  await expect.poll(holder).toEqual([]);
});

test("returns the jobs of a killed process at once, and leaves those of a live one", async ({ app, databaseUrl }) => {
  await book(app);
  const lockedBy = (worker: string) =>
    app.db.execute(sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now()`);
  const stillLocked = async () =>
    (await app.db.execute(sql`select 1 from graphile_worker.jobs where locked_by is not null`)).rowCount;

  const unmark = await markWorkerAlive(databaseUrl, "pool-of-the-living", app.services.log);
  await lockedBy("pool-of-the-living");
  expect(await returnLostJobs(app.db)).toBe(0);
  expect(await stillLocked()).toBe(2);
  await unmark();

  await lockedBy("pool-of-the-killed");
  expect(await returnLostJobs(app.db)).toBe(1);
  expect(await stillLocked()).toBe(0);
});

function aHang() {
  let end = () => {};
  const over = new Promise<void>((resolve) => void (end = resolve));
  return { over, end };
}

test("mails a link while every job that asks Stripe hangs", async ({ app, databaseUrl }) => {
  const session = await aSession(app.db);
  for (let count = 0; count < 3; count += 1) await aHold(app, session);
  await app.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  const { email } = await anAccount(app.db);
  const hang = aHang();
  let asked = 0;
  const noAnswer = async () => {
    asked += 1;
    await hang.over;
    throw new Error("no answer");
  };
  vi.spyOn(releasing, "releaseUnpaid").mockImplementation(noAnswer);
  const worker = await startWorker(app.services, databaseUrl, { pollInterval: 20 });
  try {
    await expect.poll(() => asked).toBe(3);
    await app.as().accounts.requestPasswordReset({ email });
    await expect.poll(() => app.sentMails.map(({ to }) => to)).toContain(email);
  } finally {
    hang.end();
    await worker.stop();
  }
});

test("waits for the running round when the next is due, and runs one", async ({ app, databaseUrl }) => {
  const hang = aHang();
  let [running, most, rounds] = [0, 0, 0];
  vi.spyOn(reconciling, "reconcilePayments").mockImplementation(async () => {
    running += 1;
    rounds += 1;
    most = Math.max(most, running);
    await hang.over;
    running -= 1;
    return { looked: 0, updated: 0 };
  });
  const [item] = parseCrontab(timetable).filter(({ task }) => task === "reconcile-payments");
  const { queueName, jobKey, jobKeyMode } = item!.options;
  const becomeDue = () =>
    app.db.execute(sql`select graphile_worker.add_job('reconcile-payments', '{}', queue_name => ${queueName ?? null},
      job_key => ${jobKey ?? null}, job_key_mode => ${jobKeyMode ?? "replace"})`);
  const worker = await startWorker(app.services, databaseUrl, { pollInterval: 20 });
  try {
    await expect.poll(() => running).toBe(1);
    for (let times = 0; times < 3; times += 1) await becomeDue();
    // Once a later job is done, the earlier rounds could have begun.
    await enqueueJob(app.db, "remove-file", { fileId: crypto.randomUUID() }, { jobKey: "later" });
    const later = () => app.db.execute(sql`select from graphile_worker.jobs where key = 'later'`);
    await expect.poll(async () => (await later()).rowCount).toBe(0);
    expect(running).toBe(1);
  } finally {
    hang.end();
    await expect.poll(() => rounds).toBe(2);
    await worker.stop();
  }
  expect([most, rounds]).toEqual([1, 2]);
});
