import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { backupRuns, outboxEmails, sessionBookings, siteRestores } from "@db/schema";
import { sealHealthNote } from "@server/selling/bookings/health/health-notes";
import { newKeyList } from "@server/core/encryption";
import { readSettings } from "@server/core/env";
import { aSession, takePlace } from "../../../support/sessions";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import type { Finding } from "@server/office/doctor/finding";
import { reportFaults, runDoctor, watchSite } from "@server/office/doctor/run-doctor";
import { createWebhook, hasWebhook } from "@server/office/doctor/check-stripe-webhook";
import { saveWebhookState } from "@server/payments/webhook-tally";
import { anAccount, mailsTo } from "../../../support/accounts";
import { aPlan } from "../../../support/memberships";
import { standInPrograms } from "../../../support/preparing";
import { expect, forgetMigration, type Patient, test } from "../../../support/doctor";

/** These depend on the machine that runs the tests: their clock stands still, while that of the database goes on. */
const ofMachine = ["Database speed", "Disk", "Clock"];

async function problemsOf({ site }: Patient): Promise<string[]> {
  const findings = await runDoctor(site);
  return findings
    .filter(({ name, state }) => state !== "fine" && !ofMachine.includes(name))
    .map(({ name, state, what }) => `${name}: ${state}: ${what}`);
}

test("a healthy live site has no findings", async ({ patient }) => {
  expect(await problemsOf(patient)).toEqual([]);
  expect(await runDoctor(patient.site)).toContainEqual(expect.objectContaining({ name: "Proxy", state: "fine" }));
});

type Fault = [string, (patient: Patient) => unknown, string];

const wrongSignatures = (source: "stripe" | "resend") => (patient: Patient) => {
  const { db, clock } = patient.app;
  const earlier = new Date(clock.now().getTime() - 2 * 3_600_000);
  const seen = { badSignatures: 5, lastBadSignatureAt: clock.now(), badSinceEvent: 5, lastEventAt: null };
  return db.transaction(async (tx) => {
    await tx.execute(`update webhook_states set last_event_at = '${earlier.toISOString()}'`);
    await saveWebhookState(tx, source, seen);
  });
};

function restrict({ site, answers }: Patient, refused: RegExp): void {
  site.settings.stripe = { secretKey: "rk_live_x", webhookSecret: "whsec_x" };
  answers.refused = refused;
}

const faults: Fault[] = [
  ["a rejected Stripe key", ({ answers }) => (answers.stripeStatus = 401), "Stripe key: fault: Stripe rejects it"],
  ["a test key", ({ site }) => (site.stripe.isLive = false), "Stripe key: fault: it is a test key"],
  [
    "an account that can't charge",
    ({ answers }) => (answers.account.charges_enabled = false),
    "Stripe account: fault: can’t take payments yet",
  ],
  [
    "cards off",
    ({ answers }) => (answers.account.capabilities.card_payments = "inactive"),
    "Card payments: fault: off",
  ],
  ["no endpoint", ({ answers }) => answers.endpoints.pop(), "Stripe webhook: fault: there is no endpoint "],
  [
    "an endpoint that lacks an event",
    ({ answers }) => answers.endpoints[0]?.enabled_events.splice(0, 1),
    "Stripe webhook: fault: does not send checkout.session.completed",
  ],
  [
    "an endpoint that lacks payouts only",
    ({ answers }) => answers.endpoints[0]?.enabled_events.pop(),
    "Stripe webhook: warning: does not send payout.reconciliation_completed",
  ],
  [
    "an endpoint of the account's version",
    ({ answers }) => answers.endpoints[0] && (answers.endpoints[0].api_version = null),
    `Stripe webhook: warning: sends events of the account’s default version, not of ${Stripe.API_VERSION}`,
  ],
  [
    "an endpoint of an older version",
    ({ answers }) => answers.endpoints[0] && (answers.endpoints[0].api_version = "2024-06-20"),
    `Stripe webhook: warning: sends events of version 2024-06-20, not of ${Stripe.API_VERSION}`,
  ],
  [
    "thin events",
    ({ app }) => saveWebhookState(app.db, "stripe", { lastThinEventAt: app.clock.now() }),
    "Stripe’s messages: fault: a thin event came less than a minute ago, which can’t be acted on",
  ],
  [
    "a restricted key that may not read payouts",
    (patient) => restrict(patient, /^GET \/v1\/payouts/),
    "Stripe permissions: warning: the restricted key lacks the right to read Payouts",
  ],
  [
    "a restricted key that may not refund or read disputes",
    (patient) => restrict(patient, /^(POST \/v1\/refunds|GET \/v1\/disputes)/),
    "Stripe permissions: fault: the restricted key lacks the right to write Refunds, and to read Disputes",
  ],
  [
    "a restricted key without customers, before memberships are sold",
    (patient) => restrict(patient, /^POST \/v1\/customers/),
    "Stripe permissions: warning: the restricted key lacks the right to write Customers",
  ],
  [
    "a restricted key without customers, where memberships are sold",
    async (patient) => {
      await aPlan(patient.app.db);
      restrict(patient, /^POST \/v1\/customers/);
    },
    "Stripe permissions: fault: the restricted key lacks the right to write Customers",
  ],
  [
    "a portal that can't be made ready",
    async ({ app, answers }) => {
      await aPlan(app.db);
      answers.refused = /^POST \/v1\/billing_portal/;
    },
    "Stripe’s portal: fault: can’t be made ready: ",
  ],
  [
    "a disabled endpoint",
    ({ answers }) => answers.endpoints[0] && (answers.endpoints[0].status = "disabled"),
    "Stripe webhook: fault: the endpoint is disabled",
  ],
  ["Stripe's wrong secret", wrongSignatures("stripe"), "Stripe’s messages: fault: the last ones had a bad signature"],
  [
    "a rejected Resend key",
    ({ answers }) => {
      answers.resendStatus = 400;
      answers.resend = { name: "validation_error", message: "API key is invalid" };
    },
    "Resend key: fault: Resend rejects it: API key is invalid",
  ],
  [
    "an unverified domain",
    ({ answers }) => (answers.resend = { data: [{ name: "breathe.example", status: "not_started" }] }),
    "Sender’s domain: fault: breathe.example is not verified (not started)",
  ],
  [
    "a bounced test mail",
    ({ app }) => app.db.update(outboxEmails).set({ bouncedAt: app.clock.now(), bounceReason: "No such box" }),
    "Test mail: fault: did not arrive: No such box",
  ],
  [
    "a storage that can't be written",
    ({ site }) => writeFile(path.join(site.settings.dataDir, "media"), ""),
    "File storage: fault: this machine’s disk: ",
  ],
  [
    "another program at the address",
    ({ site, proxy }) => (proxy.target = site.settings.resend?.baseUrl ?? ""),
    "Address: fault: ",
  ],
  ["nothing at the address", ({ proxy }) => (proxy.target = "http://127.0.0.1:1"), "Address: fault: "],
  [
    "a lost encryption key",
    async ({ app }) => {
      const other = readSettings({ ENCRYPTION_KEYS: newKeyList() });
      const session = await aSession(app.db);
      const id = await takePlace(app.db, session);
      const sealedHealthNote = sealHealthNote(other, id, "asthma");
      await app.db.update(sessionBookings).set({ sealedHealthNote }).where(eq(sessionBookings.id, id));
    },
    "Encryption: fault: health notes can’t be read: ENCRYPTION_KEYS lacks the key ",
  ],
  [
    "no ffmpeg",
    ({ site }) => (site.settings.ffmpeg = { file: undefined, searchPath: "" }),
    "Preparing recordings: warning: ffmpeg is not installed: recordings are played as they were uploaded",
  ],
  [
    "an FFMPEG_PATH that leads nowhere",
    ({ site }) => (site.settings.ffmpeg = { file: "/none/ffmpeg", searchPath: "" }),
    "Preparing recordings: warning: FFMPEG_PATH: no ffmpeg and ffprobe at /none/ffmpeg",
  ],
  [
    "an ffmpeg that can't write what browsers play",
    async ({ site }) => {
      const file = await standInPrograms({ ffmpeg: 'echo " A....D aac   AAC" ; echo " V..... mjpeg   MJPEG"' });
      site.settings.ffmpeg = { ...site.settings.ffmpeg, file };
    },
    "Preparing recordings: fault: ",
  ],
  ["no worker", ({ endWorker }) => endWorker(), "Jobs: fault: no process works on them"],
  [
    "a site that is paused after a restore",
    async ({ app, endWorker }) => {
      await app.db.insert(siteRestores).values({ madeAt: app.clock.now(), restoredAt: app.clock.now() });
      await endWorker();
    },
    "Jobs: warning: none runs: the site was restored from a backup and is paused",
  ],
  [
    "a site that was never backed up",
    ({ app }) => app.db.delete(backupRuns).where(eq(backupRuns.task, "backup")),
    "Last backup: warning: No backup has been made yet.",
  ],
  [
    "a backup that failed",
    ({ app }) => app.db.update(backupRuns).set({ error: "no space left" }).where(eq(backupRuns.task, "backup")),
    "Last backup: warning: The last backup failed: no space left",
  ],
  [
    "backups on the disk of the site",
    ({ app }) => app.db.update(backupRuns).set({ isSameDisk: true }),
    "Backup place: warning: Backups lie on the same disk as the site.",
  ],
  ["a missing migration", ({ app }) => forgetMigration(app), "Migrations: fault: 1 not applied"],
];

test.for(faults)("finds %s and says what to do", async ([, cause, problem], { patient }) => {
  await cause(patient);
  const problems = await problemsOf(patient);
  expect(problems.map((found) => found.slice(0, problem.length))).toEqual([problem]);
  const findings = await runDoctor(patient.site);
  expect(new Set(findings.map(({ name }) => name)).size).toBe(findings.length);
  // The page shows what to do in the back office; only the command line names commands.
  for (const { todo } of findings.filter(({ state }) => state !== "fine")) expect(todo).toMatch(/^(?!.*npm run)./);
  await rm(path.join(patient.site.settings.dataDir, "media"), { recursive: true, force: true });
});

test("finds another site of this program at the address", async ({ patient }) => {
  const settings = { ...patient.site.settings, cookieSecrets: ["another".repeat(6)] };
  expect(await problemsOf({ ...patient, site: { ...patient.site, settings } })).toEqual([
    expect.stringMatching(/^Address: fault: .* answered by something else/),
  ]);
});

test("creates a missing endpoint and returns its secret", async ({ patient }) => {
  expect(await hasWebhook(patient.site)).toBe(true);
  patient.answers.endpoints[0]!.api_version = "2024-06-20";
  expect(await hasWebhook(patient.site)).toBe(false);
  patient.answers.endpoints.pop();
  expect(await hasWebhook(patient.site)).toBe(false);
  expect(await createWebhook(patient.site)).toBe("whsec_made_by_the_stand_in");
});

test("mails the instructor a fault that is found twice, once a day", async ({ patient }) => {
  const { app, answers } = patient;
  const services = { ...app.services, ...patient.site };
  const { adminEmail } = services.settings;
  const findWarnings = async () =>
    (await mailsTo(app, adminEmail)).filter(({ subject }) => subject.includes("needs you"));
  answers.account.charges_enabled = false;
  await watchSite(services);
  expect(await findWarnings()).toEqual([]);
  await reportFaults(services, { names: ["Stripe account"] });
  await reportFaults(services, { names: ["Stripe account", "Address"] });
  expect((await findWarnings()).map(({ subject }) => subject)).toEqual(["Breathroom needs you: Stripe account"]);
  answers.account.charges_enabled = true;
  app.clock.moveBy(2 * 24 * 60);
  await reportFaults(services, { names: ["Stripe account"] });
  expect(await findWarnings()).toHaveLength(1);
});

test("sends the admin one test mail per form", async ({ patient: { app } }) => {
  const { system } = app.as({ user: await anAccount(app.db, { role: "admin" }) });
  const formKey = crypto.randomUUID();
  await Promise.all([system.sendTestMail({ formKey }), system.sendTestMail({ formKey })]);
  const sent = await app.db.$count(outboxEmails);
  expect(sent).toBe(2);
  const findings: Finding[] = await system.check();
  expect(findings.find(({ name }) => name === "Test mail")).toMatchObject({ what: "waiting to be sent" });
});
