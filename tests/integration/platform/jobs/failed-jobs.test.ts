import { sql } from "drizzle-orm";
import { auditEntries } from "@db/schema";
import { enqueueJob } from "@server/platform/jobs/enqueue-job";
import { anAccount, refusalOf } from "../../../support/accounts";
import { expect, test, type TestApp } from "../../../support/test-app";

async function anAdmin(app: TestApp) {
  return app.as({ user: await anAccount(app.db, { role: "admin" }) }).jobs;
}

async function aFailedJob(app: TestApp, attempts: number, lastError = "the post is on strike\nparams: a secret") {
  await enqueueJob(app.db, "deliver-mail", { mailId: crypto.randomUUID() });
  const { rows } = await app.db.execute<{ id: string }>(sql`
    update graphile_worker._private_jobs
    set attempts = ${attempts}, last_error = ${lastError}, run_at = now() + interval '1 day'
    where id = (select max(id) from graphile_worker._private_jobs) returning id::text`);
  return rows[0]!.id;
}

test("lists failed jobs, permanently failed ones first, and no others", async ({ app }) => {
  const jobs = await anAdmin(app);
  await enqueueJob(app.db, "deliver-mail", { mailId: crypto.randomUUID() });
  const waiting = await aFailedJob(app, 3);
  const over = await aFailedJob(app, 25);
  const { jobs: listed, page } = await jobs.list({ page: 1 });
  expect(page.total).toBe(2);
  expect(listed).toEqual([
    expect.objectContaining({ id: over, attempts: "25 of 25", nextAt: null, task: "deliver mail" }),
    expect.objectContaining({ id: waiting, attempts: "3 of 25", nextAt: expect.stringMatching(/[AP]M$/) as string }),
  ]);
  expect(listed.map(({ lastError }) => lastError)).toEqual(["the post is on strike", "the post is on strike"]);
});

test("runs a job again at once, even a permanently failed one, and records by whom", async ({ app }) => {
  const jobs = await anAdmin(app);
  const over = await aFailedJob(app, 25);
  await jobs.retry({ id: over });
  await app.runJobs();
  expect((await jobs.list({ page: 1 })).page.total).toBe(0);
  const [entry] = await app.db.select().from(auditEntries);
  expect(entry).toMatchObject({ action: "job.retried", subjectId: over, details: { task: "deliver-mail" } });
});

test("starts no job again that is done or running", async ({ app }) => {
  const jobs = await anAdmin(app);
  const running = await aFailedJob(app, 3);
  await app.db.execute(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'other-worker'`);
  const done = { code: "not_found", message: "This job is already running or done." };
  expect(await refusalOf(jobs.retry({ id: running }))).toEqual(done);
  expect(await refusalOf(jobs.retry({ id: "999999999" }))).toEqual(done);
  expect(await app.db.$count(auditEntries)).toBe(0);
});
