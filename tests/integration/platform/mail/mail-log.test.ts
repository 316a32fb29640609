import { eq, sql } from "drizzle-orm";
import { auditEntries, outboxEmails } from "@db/schema";
import { enqueueMail, isSecret } from "@server/platform/mail/outbox";
import { templates, type TemplateName } from "@server/platform/mail/templates";
import { anAccount, refusalOf } from "../../../support/accounts";
import { expect, test, type TestApp } from "../../../support/test-app";

const { example } = templates["booking-confirmation"];

const aKey = () => crypto.randomUUID();

async function anAdmin(app: TestApp) {
  const user = await anAccount(app.db, { role: "admin" });
  return app.as({ user }).mail;
}

async function aMail(app: TestApp, values: Partial<typeof outboxEmails.$inferInsert> = {}) {
  const dedupeKey = aKey();
  const letter = { template: "booking-confirmation", props: example, to: "hannah@example.com", dedupeKey } as const;
  await app.db.transaction((tx) => enqueueMail(tx, letter));
  const isMail = eq(outboxEmails.dedupeKey, dedupeKey);
  if (Object.keys(values).length > 0) await app.db.update(outboxEmails).set(values).where(isMail);
  const [row] = await app.db.select().from(outboxEmails).where(isMail);
  return row!;
}

test("finds mails by status and by part of the recipient or subject", async ({ app }) => {
  const mail = await anAdmin(app);
  const sent = await aMail(app, { sentAt: new Date(), recipient: "Priya@example.com" });
  const failed = await aMail(app, { lastError: "the post is on strike" });
  const waiting = await aMail(app, { subject: "100% yours" });
  const ids = async (asked: { search?: string; status?: string }) =>
    (await mail.list({ search: "", page: 1, ...asked })).mails.map(({ id }) => id).sort();
  expect(await ids({})).toEqual([sent.id, failed.id, waiting.id].sort());
  expect(await ids({ status: "sent" })).toEqual([sent.id]);
  expect(await ids({ status: "failed" })).toEqual([failed.id]);
  expect(await ids({ status: "waiting" })).toEqual([waiting.id]);
  expect(await ids({ search: "priya@" })).toEqual([sent.id]);
  expect(await ids({ search: "0%" })).toEqual([waiting.id]);
});

test("shows a mail as it was or will be sent", async ({ app }) => {
  const mail = await anAdmin(app);
  const { id } = await aMail(app);
  expect(await mail.get({ id })).toMatchObject({ status: "waiting", isPrivate: false, sentAt: null });
  expect((await mail.get({ id })).html).toContain("Evening Wind-Down");
  await app.runJobs();
  await app.db.update(outboxEmails).set({ html: "<p>As it was</p>" });
  expect(await mail.get({ id })).toMatchObject({ status: "sent", html: "<p>As it was</p>" });
});

test("treats as private exactly the mails with a link that grants access or a code that pays", () => {
  for (const [name, { example }] of Object.entries(templates)) {
    expect([name, isSecret(name)]).toEqual([name, /[?&]token=|"code":/.test(JSON.stringify(example))]);
  }
});

test("neither shows nor resends a private mail", async ({ app }) => {
  const mail = await anAdmin(app);
  const account = await anAccount(app.db);
  await app.browser().api.accounts.requestPasswordReset({ email: account.email });
  await app.runJobs();
  const [row] = await app.db.select().from(outboxEmails);
  const { id } = row!;
  const shown = await mail.get({ id });
  expect(shown).toMatchObject({ isPrivate: true, html: null, status: "sent" });
  expect(JSON.stringify(shown)).not.toContain("token");
  expect((await refusalOf(mail.resend({ id, formKey: aKey() }))).code).toBe("forbidden");
});

test("resends a mail as a new one, once for each form, and records it in the audit log", async ({ app }) => {
  const mail = await anAdmin(app);
  const first = await aMail(app);
  await app.runJobs();
  const formKey = aKey();
  const again = await mail.resend({ id: first.id, formKey });
  expect(again.id).not.toBe(first.id);
  expect(await mail.resend({ id: first.id, formKey })).toEqual(again);
  await app.runJobs();
  expect(app.sentMails.map(({ id }) => id)).toEqual([first.id, again.id]);
  expect(app.sentMails[1]!.html).toBe(app.sentMails[0]!.html);
  const entries = await app.db.select().from(auditEntries);
  expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([["email.resent", first.id]]);
});

test("tries a mail at once that is still being delivered, without making a new one", async ({ app }) => {
  const mail = await anAdmin(app);
  const { id } = await aMail(app);
  await app.db.execute(sql`delete from graphile_worker._private_jobs`); // its own job is lost
  expect(await mail.resend({ id, formKey: aKey() })).toEqual({ id });
  await app.runJobs();
  expect(app.sentMails.map((sent) => sent.id)).toEqual([id]);
});

test("lists a mail of a deleted account without its content, and does not resend it", async ({ app }) => {
  const mail = await anAdmin(app);
  const deleted = { props: {}, html: null, subject: "Deleted", recipient: "deleted-1@deleted.invalid" };
  const { id } = await aMail(app, { ...deleted, sentAt: new Date() });
  expect(await mail.get({ id })).toMatchObject({
    to: "Deleted account",
    html: null,
    isEmptied: true,
    canResend: false,
  });
  expect((await refusalOf(mail.resend({ id, formKey: aKey() }))).code).toBe("closed");
});

test("limits how often a mail is resent", async ({ app }) => {
  const mail = await anAdmin(app);
  const { id } = await aMail(app, { sentAt: new Date() });
  for (let times = 0; times < 50; times += 1) await mail.resend({ id, formKey: aKey() });
  expect((await refusalOf(mail.resend({ id, formKey: aKey() }))).code).toBe("rate_limited");
});

test("gives every template the site's details from the settings", () => {
  const names = Object.keys(templates) as TemplateName[];
  expect(names.filter((name) => !("site" in templates[name].example))).toEqual([]);
});
