import { sql } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { markWorkerAlive, returnLostJobs } from "@server/jobs/lost-jobs";
import { startWorker } from "@server/jobs/worker";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const unsent = ({ db }: TestApp) => db.$count(outboxEmails, sql`sent_at is null`);

async function book(app: TestApp) {
  await app.as().bookings.create(aBookingOf(await aSession(app.db, { priceMinor: 0 })));
}

test("jobs go on after a long outage of the database", async ({ app, databaseUrl, outage }) => {
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

test("a job that fails because the database has gone is tried again when it is back", async ({
  app,
  databaseUrl,
  outage,
}) => {
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
    await expect.poll(() => warnings).toContain("the end of a job can't be noted for now");
    await outage.end();
    await expect.poll(() => unsent(app).catch(() => "unknown")).toBe(0);
  } finally {
    await outage.end();
    await worker.stop();
  }
});

test("a living process gets its mark back after a lost connection", async ({ app, databaseUrl, outage }) => {
  const holder = async () => {
    const { rows } = await app.db.execute<{ pid: number }>(
      sql`select pid from pg_locks where locktype = 'advisory' and granted and classid = 20260101`,
    );
    return rows.map(({ pid }) => pid);
  };
  const unmark = await markWorkerAlive(databaseUrl, "pool-of-the-living", app.services.log);
  const [before] = await holder();
  await outage.cut();
  await expect.poll(() => holder().catch(() => [])).toEqual([expect.not.toBeOneOf([before])]);
  await unmark();
  await expect.poll(holder).toEqual([]);
});

test("the jobs of a killed process are returned at once, those of a living one are left alone", async ({
  app,
  databaseUrl,
}) => {
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
