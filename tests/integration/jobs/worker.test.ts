import { sql as query } from "drizzle-orm";
import postgres from "postgres";
import { inject } from "vitest";
import { outboxEmails } from "@db/schema";
import { markWorkerAlive, returnLostJobs } from "@server/jobs/lost-jobs";
import { startWorker } from "@server/jobs/worker";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const unsent = ({ db }: TestApp) => db.$count(outboxEmails, query`sent_at is null`);

async function book(app: TestApp) {
  await app.as().bookings.create(aBookingOf(await aSession(app.db, { priceMinor: 0 })));
}

test("jobs go on after a long outage of the database", async ({ app, databaseUrl }) => {
  const worker = await startWorker(app.services, databaseUrl, { pollInterval: 20 });
  const admin = postgres(inject("postgresUrl"), { max: 1 });
  const name = new URL(databaseUrl).pathname.slice(1);
  const reports: string[] = [];
  app.services.log.debug = (_details: unknown, message?: string) => void reports.push(message ?? "");
  try {
    await book(app);
    await expect.poll(() => unsent(app)).toBe(0);
    await admin`alter database ${admin(name)} with allow_connections false`;
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    const isLong = () => reports.some((report) => report.includes("(20 contiguous fails)"));
    await expect.poll(isLong, { timeout: 20_000 }).toBe(true);
    await admin`alter database ${admin(name)} with allow_connections true`;
    await expect
      .poll(
        () =>
          book(app).then(
            () => "booked",
            () => "not yet",
          ),
        { timeout: 20_000 },
      )
      .toBe("booked");
    await expect.poll(() => unsent(app), { timeout: 20_000 }).toBe(0);
  } finally {
    await admin`alter database ${admin(name)} with allow_connections true`;
    await admin.end();
    await worker.stop();
  }
});

test("the jobs of a killed process are returned at once, those of a living one are left alone", async ({
  app,
  databaseUrl,
}) => {
  await book(app);
  const lockedBy = (worker: string) =>
    app.db.$client`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now()`;
  const stillLocked = async () =>
    (await app.db.$client`select 1 from graphile_worker.jobs where locked_by is not null`).length;

  const unmark = await markWorkerAlive(databaseUrl, "pool-of-the-living", app.services.log);
  await lockedBy("pool-of-the-living");
  expect(await returnLostJobs(app.db)).toBe(0);
  expect(await stillLocked()).toBe(2);
  await unmark();

  await lockedBy("pool-of-the-killed");
  expect(await returnLostJobs(app.db)).toBe(1);
  expect(await stillLocked()).toBe(0);
});
