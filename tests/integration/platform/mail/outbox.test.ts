import { eq, sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { outboxEmails } from "@db/schema";
import { readSettings } from "@server/core/env";
import { createLog } from "@server/core/log";
import { hooks } from "@server/process/hooks";
import { deliverMail } from "@server/platform/mail/deliver-mail";
import { enqueueMail, type NewMail } from "@server/platform/mail/outbox";
import { templates } from "@server/platform/mail/templates";
import { createMailboxMailer } from "@dev/mailbox/mailbox";
import type { Mail, Mailer } from "@server/core/services";
import { expect, test } from "../../../support/database";

const { example } = templates["booking-confirmation"];

const now = new Date("2026-11-24T09:00:00Z");

const aMail = (values: Partial<NewMail<"booking-confirmation">> = {}): NewMail<"booking-confirmation"> => ({
  template: "booking-confirmation",
  props: example,
  to: "hannah@example.com",
  dedupeKey: "booking-confirmation:1",
  replyTo: "admin@example.com",
  ...values,
});

const courier = (db: Database, mailer: Mailer) => ({
  hooks,
  db,
  mailer,
  settings: readSettings({}),
  clock: { now: () => now },
  log: createLog("silent"),
});

/** A provider that accepts every id once and records what it received. */
function aProvider() {
  const given: Mail[] = [];
  const mailer: Mailer = {
    send: (mail) => {
      given.push(mail);
      return Promise.resolve({ providerId: `provider-${mail.id}` });
    },
  };
  return { given, mailer };
}

const brokenMailer: Mailer = { send: () => Promise.reject(new Error("the post is on strike")) };

async function enqueueOne(db: Database, values: Partial<NewMail<"booking-confirmation">> = {}) {
  await db.transaction((tx) => enqueueMail(tx, aMail(values)));
  return onlyRow(db);
}

async function onlyRow(db: Database) {
  const rows = await db.select().from(outboxEmails);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

async function waitingJobs(db: Database) {
  const { rows } = await db.execute<{ task_identifier: string; payload: unknown }>(sql`
    select jobs.task_identifier, private.payload from graphile_worker.jobs as jobs
    join graphile_worker._private_jobs as private using (id)`);
  return rows;
}

test("writes a mail together with its delivery job", async ({ db }) => {
  const row = await enqueueOne(db);
  expect(row).toMatchObject({
    template: "booking-confirmation",
    recipient: "hannah@example.com",
    replyTo: "admin@example.com",
    subject: "Your place is booked: Evening Wind-Down",
    props: example,
    attempts: 0,
    sentAt: null,
    html: null,
  });
  expect(await waitingJobs(db)).toEqual([{ task_identifier: "deliver-mail", payload: { mailId: row.id } }]);
});

test("writes neither when the transaction is rolled back", async ({ db }) => {
  const undone = db.transaction(async (tx) => {
    await enqueueMail(tx, aMail());
    throw new Error("the booking failed");
  });
  await expect(undone).rejects.toThrow("the booking failed");
  expect(await db.$count(outboxEmails)).toBe(0);
  expect(await waitingJobs(db)).toHaveLength(0);
});

test("makes one mail and one job of a mail enqueued twice, or five times at once", async ({ db }) => {
  await enqueueOne(db);
  await Promise.all(Array.from({ length: 5 }, () => db.transaction((tx) => enqueueMail(tx, aMail()))));
  await onlyRow(db);
  expect(await waitingJobs(db)).toHaveLength(1);
});

test("makes separate mails for different keys", async ({ db }) => {
  await enqueueOne(db);
  await db.transaction((tx) => enqueueMail(tx, aMail({ dedupeKey: "booking-confirmation:2" })));
  expect(await db.$count(outboxEmails)).toBe(2);
});

test("keeps a subject on one line, whatever a title contains", async ({ db }) => {
  const session = { ...example.session, title: "Rest\r\nBcc: everyone@example.com\u202e\u2028Deep" };
  const row = await enqueueOne(db, { props: { ...example, session } });
  expect(row.subject).toBe("Your place is booked: Rest Bcc: everyone@example.com Deep");
});

test("sends the mail and stores what was sent", async ({ db }) => {
  const { id } = await enqueueOne(db);
  const { given, mailer } = aProvider();
  await deliverMail(courier(db, mailer), id);
  const row = await onlyRow(db);
  expect(row).toMatchObject({ sentAt: now, providerId: `provider-${id}`, attempts: 1, lastError: null });
  expect(row.html).toContain("Evening Wind-Down");
  expect(row.text).toContain(`Join the session ${example.joinUrl}`);
  expect(given).toEqual([
    {
      id,
      to: "hannah@example.com",
      subject: "Your place is booked: Evening Wind-Down",
      html: row.html,
      text: row.text,
      replyTo: "admin@example.com",
    },
  ]);
});

test("does not send a sent mail again", async ({ db }) => {
  const { id } = await enqueueOne(db);
  const { given, mailer } = aProvider();
  await deliverMail(courier(db, mailer), id);
  await deliverMail(courier(db, mailer), id);
  expect(given).toHaveLength(1);
  expect((await onlyRow(db)).attempts).toBe(1);
});

test("stores the reason of a failure and sends the same mail at the next attempt", async ({ db }) => {
  const { id } = await enqueueOne(db);
  await expect(deliverMail(courier(db, brokenMailer), id)).rejects.toThrow("the post is on strike");
  const failed = await onlyRow(db);
  expect(failed).toMatchObject({ sentAt: null, attempts: 1, lastError: "the post is on strike" });

  // The provider may have accepted the mail before it failed, so the content must stay the same.
  await db.update(outboxEmails).set({ props: { ...example, firstName: "Another Name" } });
  const { given, mailer } = aProvider();
  await deliverMail(courier(db, mailer), id);
  expect(given).toMatchObject([{ id, html: failed.html, text: failed.text }]);
  expect(await onlyRow(db)).toMatchObject({ sentAt: now, attempts: 2, lastError: null });
});

test("asks the provider for the same mail from two workers at once", async ({ db }) => {
  const { id } = await enqueueOne(db);
  const { given, mailer } = aProvider();
  // No mail is sent before both workers have read theirs.
  let release = () => {};
  const bothHaveIt = new Promise<void>((resolve) => (release = resolve));
  const slowMailer: Mailer = {
    send: async (mail) => {
      const answer = await mailer.send(mail);
      if (given.length === 2) release();
      await bothHaveIt;
      return answer;
    },
  };
  await Promise.all([deliverMail(courier(db, slowMailer), id), deliverMail(courier(db, slowMailer), id)]);
  expect(given).toHaveLength(2);
  expect(given[1]).toEqual(given[0]);
  expect(await onlyRow(db)).toMatchObject({ sentAt: now, providerId: `provider-${id}` });
});

test("does not undo one worker's delivery when another fails", async ({ db }) => {
  const { id } = await enqueueOne(db);
  const { mailer } = aProvider();
  const overtakenMailer: Mailer = {
    send: async () => {
      await deliverMail(courier(db, mailer), id);
      throw new Error("the provider is busy with this very mail");
    },
  };
  await expect(deliverMail(courier(db, overtakenMailer), id)).rejects.toThrow("busy with this very mail");
  expect(await onlyRow(db)).toMatchObject({ sentAt: now, providerId: `provider-${id}`, lastError: null });
});

test("stores the reason when a mail can't be rendered", async ({ db }) => {
  const { id } = await enqueueOne(db);
  await db.update(outboxEmails).set({ template: "from-another-release" }).where(eq(outboxEmails.id, id));
  const { given, mailer } = aProvider();
  await expect(deliverMail(courier(db, mailer), id)).rejects.toThrow("no mail template");
  expect(given).toEqual([]);
  expect(await onlyRow(db)).toMatchObject({
    sentAt: null,
    lastError: 'there is no mail template "from-another-release"',
  });
});

test("marks a mail as delivered as soon as it is sent in the demo", async ({ db }) => {
  const { id } = await enqueueOne(db);
  await deliverMail(courier(db, createMailboxMailer()), id);
  expect(await onlyRow(db)).toMatchObject({ sentAt: now, providerId: null });
});

test("stores attachments unchanged and sends the same at every attempt", async ({ db }) => {
  const content = "BEGIN:VCALENDAR\r\nSUMMARY:Rest\\, 静か 🌬️\r\nEND:VCALENDAR\r\n";
  const attachments = [{ filename: "session.ics", contentType: "text/calendar; method=PUBLISH", content }];
  const { id } = await enqueueOne(db, { attachments });
  await expect(deliverMail(courier(db, brokenMailer), id)).rejects.toThrow("the post is on strike");
  await db.transaction((tx) => enqueueMail(tx, aMail({ attachments: [] })));
  const { given, mailer } = aProvider();
  await deliverMail(courier(db, mailer), id);
  expect(given).toMatchObject([{ id, attachments }]);
});
