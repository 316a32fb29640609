import { eq, sql } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { deliverMail } from "@server/platform/mail/deliver-mail";
import { enqueueMail, type NewMail, retryUnsent } from "@server/platform/mail/outbox";
import { createResendMailer } from "@server/platform/mail/resend-mailer";
import { templates } from "@server/platform/mail/templates";
import { anAccount } from "../../../support/accounts";
import { startResend } from "../../../support/resend-stand-in";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const message = templates["attendee-message"].example;
const confirmation = templates["booking-confirmation"].example;
const signInLink = templates["sign-in-link"].example;

/** A pace that only records the calls. */
function aPace() {
  const pauses: number[] = [];
  return {
    pauses,
    takeTurn: () => Promise.resolve(null),
    pauseFor: (seconds: number) => Promise.resolve(void pauses.push(seconds)),
  };
}

/** Stands in for Resend's API at the network. */
const test = appTest.extend("post", async ({ app }, { onCleanup }) => {
  const resend = await startResend();
  onCleanup(() => resend.stop());
  const pace = aPace();
  const mailer = createResendMailer({ apiKey: "re_test", baseUrl: resend.url, from: "hello@breathroom.example", pace });
  return { resend, pace, services: { ...app.services, mailer } };
});

async function enqueue({ db }: TestApp, mail: Partial<NewMail<"booking-confirmation">> = {}): Promise<string> {
  const dedupeKey = crypto.randomUUID();
  const given = { template: "booking-confirmation" as const, props: confirmation, to: "hannah@example.com", dedupeKey };
  await db.transaction((tx) => enqueueMail(tx, { ...given, ...mail }));
  const [row] = await db.select().from(outboxEmails).where(eq(outboxEmails.dedupeKey, dedupeKey));
  return row!.id;
}

async function read({ db }: TestApp, id: string) {
  const [row] = await db.select().from(outboxEmails).where(eq(outboxEmails.id, id));
  return row!;
}

/** Returns the seconds until each pending job of a mail is due. */
async function jobsFor({ db, clock }: TestApp, id: string) {
  const { rows } = await db.execute<{ key: string; run_at: string; attempts: number }>(
    sql`select key, run_at, attempts from graphile_worker.jobs where key = ${`deliver-mail:${id}`}`,
  );
  return rows.map(({ run_at }) => (new Date(run_at).getTime() - clock.now().getTime()) / 1000);
}

const refusal = (status: number, name: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { statusCode: status, name, message: "Said Resend" },
});

test.for([
  [429, "rate_limit_exceeded", { "retry-after": "7" }, [7]],
  [429, "daily_quota_exceeded", {}, [1]],
  [503, "internal_server_error", { "retry-after": "30" }, [30]],
  [500, "application_error", {}, []],
  [401, "missing_api_key", {}, []],
  [403, "validation_error", {}, []],
  [409, "concurrent_idempotent_requests", {}, []],
  [422, "invalid_from_address", {}, []],
] as const)("tries again after %i %s", async ([status, name, headers, pauses], { app, post }) => {
  const id = await enqueue(app);
  post.resend.next(refusal(status, name, headers));
  await deliverMail(post.services, id);
  expect(await read(app, id)).toMatchObject({ sentAt: null, stopped: null, unansweredAt: null, attempts: 1 });
  expect(post.pace.pauses).toEqual(pauses);
  const [seconds] = await jobsFor(app, id);
  expect(seconds).toBeGreaterThanOrEqual(Math.max(1, ...pauses));

  await deliverMail(post.services, id);
  expect(await read(app, id)).toMatchObject({ attempts: 2, lastError: null, sentAt: app.clock.now() });
  expect(post.resend.requests.map(({ headers }) => headers["idempotency-key"])).toEqual([id, id]);
});

test.for([
  [422, "validation_error"],
  [422, "missing_required_field"],
  [400, "validation_error"],
] as const)("gives up a mail that Resend refuses permanently (%i %s)", async ([status, name], { app, post }) => {
  const id = await enqueue(app);
  post.resend.next(refusal(status, name));
  await deliverMail(post.services, id);
  expect(await read(app, id)).toMatchObject({ stopped: "refused", lastError: expect.stringContaining(name) as string });
  app.clock.moveBy(60 * 24);
  await app.db.execute(sql`delete from graphile_worker._private_jobs`);
  await retryUnsent(app.services);
  expect(await jobsFor(app, id)).toEqual([]);
  await deliverMail(post.services, id);
  expect(post.resend.requests).toHaveLength(1);
});

test("reports a mail as possibly delivered when Resend knows its key with other content", async ({ app, post }) => {
  const id = await enqueue(app);
  post.resend.next(refusal(409, "invalid_idempotent_request"));
  await deliverMail(post.services, id);
  expect(await read(app, id)).toMatchObject({ sentAt: null, stopped: "unconfirmed" });
  await deliverMail(post.services, id);
  expect(post.resend.requests).toHaveLength(1);
});

test("waits at most an hour, whatever Resend asks for", async ({ app, post }) => {
  const id = await enqueue(app);
  post.resend.next(refusal(429, "daily_quota_exceeded", { "retry-after": "86400" }));
  await deliverMail(post.services, id);
  const [seconds] = await jobsFor(app, id);
  expect(seconds).toBe(3600);
});

test("spreads the retries of one burst", async ({ app, post }) => {
  const delays = [];
  for (let count = 0; count < 5; count += 1) {
    const id = await enqueue(app);
    post.resend.next(refusal(500, "application_error"));
    await deliverMail(post.services, id);
    delays.push(...(await jobsFor(app, id)));
  }
  // Two of them may fall on the same millisecond.
  expect(new Set(delays).size).toBeGreaterThan(2);
});

test("sends a mail once when the answer was lost", async ({ app, post }) => {
  const id = await enqueue(app);
  post.resend.loseAnswer();
  await deliverMail(post.services, id);
  expect(await read(app, id)).toMatchObject({ sentAt: null, unansweredAt: app.clock.now() });
  app.clock.moveBy(60 * 22);
  await deliverMail(post.services, id);
  expect(post.resend.accepted.size).toBe(1);
  expect(await read(app, id)).toMatchObject({ providerId: post.resend.accepted.get(id) });
});

test("requires the instructor's word to resend a mail possibly delivered a day ago", async ({ app, post }) => {
  const id = await enqueue(app);
  post.resend.loseAnswer();
  await deliverMail(post.services, id);
  // A clear refusal in between says nothing about the first request.
  post.resend.next(refusal(429, "rate_limit_exceeded"));
  await deliverMail(post.services, id);
  app.clock.moveBy(60 * 23);
  await deliverMail(post.services, id);
  expect(await read(app, id)).toMatchObject({ sentAt: null, stopped: "unconfirmed" });
  expect(post.resend.requests).toHaveLength(2);

  const admin = await anAccount(app.db, { role: "admin" });
  await app.as({ user: admin }).mail.resend({ id, formKey: crypto.randomUUID() });
  await deliverMail(post.services, id);
  expect(await read(app, id)).toMatchObject({ sentAt: app.clock.now(), stopped: null });
});

test("tries a mail that never reached Resend for days", async ({ app, post }) => {
  const id = await enqueue(app);
  await post.resend.stop();
  for (let day = 0; day < 3; day += 1) {
    await deliverMail(post.services, id);
    app.clock.moveBy(60 * 24);
  }
  expect(await read(app, id)).toMatchObject({ stopped: null, unansweredAt: null, attempts: 3 });
  expect(await jobsFor(app, id)).toHaveLength(1);
});

test("ignores an answer that is not Resend's", async ({ app, post }) => {
  for (const body of ["<h1>It works!</h1>", { ok: true }]) {
    const id = await enqueue(app);
    post.resend.next({ status: 200, body });
    await deliverMail(post.services, id);
    expect(await read(app, id)).toMatchObject({ sentAt: null, unansweredAt: app.clock.now() });
  }
});

test("asks nothing and counts no attempt while Resend limits the rate", async ({ app, post }) => {
  const id = await enqueue(app);
  const until = new Date(app.clock.now().getTime() + 60_000);
  const mailer = { ...post.services.mailer, pace: { ...post.pace, takeTurn: () => Promise.resolve(until) } };
  await deliverMail({ ...post.services, mailer }, id);
  expect(post.resend.requests).toEqual([]);
  expect(await read(app, id)).toMatchObject({ attempts: 0, lastError: null });
  expect(await jobsFor(app, id)).toEqual([60]);
});

test("sends sign-in links first and messages to many last", async ({ app }) => {
  const to = "hannah@example.com";
  await app.db.transaction(async (tx) => {
    await enqueueMail(tx, { template: "attendee-message", props: message, to, dedupeKey: "1" });
    await enqueueMail(tx, { template: "booking-confirmation", props: confirmation, to, dedupeKey: "2" });
    await enqueueMail(tx, { template: "sign-in-link", props: signInLink, to, dedupeKey: "3" });
  });
  await app.runJobs();
  expect(app.sentMails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("sign"),
    "Your place is booked: Evening Wind-Down",
    message.subject,
  ]);
});

test("sweeps up every mail without a job", async ({ app }) => {
  const old = await enqueue(app);
  const failing = await enqueue(app);
  app.clock.moveBy(60);
  await app.db.execute(sql`delete from graphile_worker._private_jobs where key = ${`deliver-mail:${old}`}`);
  await app.db.execute(sql`update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 hour'`);
  const before = await jobsFor(app, failing);
  await retryUnsent(app.services);
  expect(await jobsFor(app, old)).toHaveLength(1);
  expect(await jobsFor(app, failing)).toEqual(before);
});
