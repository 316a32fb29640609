import { sql } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { closeDatabase, openDatabase } from "@db/client";
import { migrate } from "@db/migrate";
import { startWorker } from "@server/process/worker";
import { test as databaseTest } from "../support/database";
import { startPgBouncer } from "../support/pgbouncer";
import { aBookingOf, aSession } from "../support/sessions";
import { expect, startTestApp, type TestApp } from "../support/test-app";

const test = databaseTest.extend<{ pooled: string; app: TestApp }>({
  pooled: async ({ databaseUrl, db: _ }, use) => {
    await migrate(databaseUrl, { isPooled: true });
    const pgBouncer = await startPgBouncer(databaseUrl);
    await use(pgBouncer.url);
    await pgBouncer.stop();
  },
  app: async ({ pooled }, use) => {
    const db = openDatabase(pooled, { isPooled: true, max: 10 });
    const { app, stop } = await startTestApp({ db });
    await use(app);
    await stop();
    await closeDatabase(db);
  },
});

test("sells three places to three of thirty racing visitors", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 3 });
  const bookings = Array.from({ length: 30 }, () => app.as().bookings.create(aBookingOf(session)));
  const outcomes = await Promise.allSettled(bookings);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await app.db.$count(sessionBookings)).toBe(3);
});

test("runs jobs and listens for them by the direct address", async ({ app, databaseUrl }) => {
  const worker = await startWorker(app.services, databaseUrl, { pollInterval: 60_000 });
  const session = await aSession(app.db, { priceMinor: 0 });
  await app.as().bookings.create(aBookingOf(session));
  // Without the notification the worker would first look after a minute.
  await expect.poll(() => app.sentMails.length).toBe(2);
  await worker.stop();
});

test("gives every connection the role's parameters and every transaction its lock timeout", async ({ app }) => {
  const read = sql`select current_setting('jit') as jit, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`;
  expect((await app.db.execute(read)).rows).toEqual([{ jit: "off", statement: "25s", lock: "0" }]);
  const inside = await app.db.transaction((tx) => tx.execute(read));
  expect(inside.rows).toEqual([{ jit: "off", statement: "25s", lock: "5s" }]);
  expect((await app.db.execute(read)).rows).toEqual([{ jit: "off", statement: "25s", lock: "0" }]);
});

test("refuses to start where the pooler's address is taken for PostgreSQL's own", async ({ pooled }) => {
  await expect(migrate(pooled)).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringContaining("Set DATABASE_DIRECT_URL") as string,
  });
});
