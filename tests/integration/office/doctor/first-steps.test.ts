import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import {
  auditEntries,
  backupRuns,
  outboxEmails,
  sessionBookings,
  sitePages,
  sitePageVersions,
  siteSettings,
} from "@db/schema";
import { saveWebhookState } from "@server/payments/webhook-tally";
import { vi } from "vitest";
import { anAdmin } from "../../../support/admin-sessions";
import { aFreeBooking } from "../../../support/bookings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

async function aLiveAdmin(app: TestApp) {
  app.services.settings.isLive = true;
  return anAdmin(app);
}

type Admin = Awaited<ReturnType<typeof aLiveAdmin>>;

async function openSteps({ api }: Admin): Promise<string[]> {
  const { steps } = await api.system.firstSteps();
  return steps.filter(({ isDone }) => !isDone).map(({ title }) => title);
}

const profile = { name: "Clara", line: "", text: "", credentials: [], languages: [] };

/** Does each step for real where that is cheap. Each is named by the step that it completes. */
const doings: Record<string, (app: TestApp, admin: Admin) => Promise<unknown>> = {
  "Your name and portrait": ({ db }) =>
    db.insert(siteSettings).values({
      key: "profile",
      value: { ...profile, portrait: { fileId: randomUUID(), path: "/media/images/clara.webp" } },
    }),
  "Privacy and terms": async ({ db }) => {
    for (const slug of ["privacy", "terms"]) {
      const [page] = await db.insert(sitePages).values({ slug, publishedVersion: 1 }).returning();
      await db.insert(sitePageVersions).values({ pageId: page!.id, number: 1, title: slug, text: "Read by Clara." });
    }
  },
  "Health statement": async (_app, { api }) => {
    const { forms } = await api.site.settings();
    const { version } = forms.find(({ section }) => section === "health")!;
    await api.site.changeSettings({ section: "health", version, values: { text: "" } });
  },
  "Two-step sign-in": (_app, { user }) => Promise.resolve(Object.assign(user, { hasSecondFactor: true })),
  "A test mail": async ({ db, clock }, { api }) => {
    await api.system.sendTestMail({ formKey: randomUUID() });
    await db.update(outboxEmails).set({ deliveredAt: clock.now() }).where(eq(outboxEmails.template, "admin-test"));
  },
  "Your first session": ({ db }) => aSession(db, { priceMinor: 0, title: "The first" }),
  "A test booking": async (app) => {
    const session = (await app.db.query.liveSessions.findFirst())!;
    const { id, manageKey } = await aFreeBooking(app, session);
    await app.as().bookings.cancel({ bookingId: id, key: manageKey });
  },
  "Stripe’s webhook": ({ db, clock }) => {
    const seen = { lastEventAt: clock.now(), badSignatures: 0, lastBadSignatureAt: null, badSinceEvent: 0 };
    return saveWebhookState(db, "stripe", seen);
  },
  "A backup": ({ db, clock }) => {
    const [fileName, now] = ["breathroom-2030-01-01T031200Z.tar", clock.now()];
    const run = { task: "backup" as const, fileName, startedAt: now, finishedAt: now, isEncrypted: false };
    return db.insert(backupRuns).values(run);
  },
};

test("ticks each step of a live site when it is done, and goes away for good after the last", async ({ app }) => {
  const admin = await aLiveAdmin(app);
  const left = Object.keys(doings);
  expect(await openSteps(admin)).toEqual(left);
  const query = vi.spyOn(app.db.$client, "query");
  for (const [title, complete] of Object.entries(doings)) {
    await complete(app, admin);
    left.splice(left.indexOf(title), 1);
    expect(await openSteps(admin), title).toEqual(left);
  }
  expect(await admin.api.system.firstSteps()).toEqual({ state: "finished", steps: [] });
  await app.db.update(sessionBookings).set({ importedAt: app.clock.now() });
  query.mockClear();
  expect(await admin.api.system.firstSteps()).toEqual({ state: "finished", steps: [] });
  expect(query.mock.calls.filter((call) => JSON.stringify(call).includes("hasTestBooking"))).toEqual([]);
  await admin.api.system.dismissFirstSteps({ isDismissed: false });
  expect((await admin.api.system.firstSteps()).state).toBe("finished");
});

test("keeps the legal pages open while a published one has gaps, and names them", async ({ app }) => {
  const admin = await aLiveAdmin(app);
  await doings["Privacy and terms"]!(app, admin);
  expect(await openSteps(admin)).not.toContain("Privacy and terms");
  await app.db.update(sitePageVersions).set({ text: "[Your name] writes [here](/terms)." });
  const { steps } = await admin.api.system.firstSteps();
  const gaps = "Fill in what is in square brackets, and publish again: [Your name].";
  expect(steps.find(({ title }) => title === "Privacy and terms")).toMatchObject({ isDone: false, text: gaps });
});

test("does not count a booking that was imported as the test booking", async ({ app }) => {
  const admin = await aLiveAdmin(app);
  await aSession(app.db, { priceMinor: 0 });
  await doings["A test booking"]!(app, admin);
  expect(await openSteps(admin)).not.toContain("A test booking");
  await app.db.update(sessionBookings).set({ importedAt: app.clock.now() });
  expect(await openSteps(admin)).toContain("A test booking");
});

test("hides the first steps for all admins, shows them again, and records both", async ({ app }) => {
  const [admin, other] = [await aLiveAdmin(app), await anAdmin(app)];
  for (const isDismissed of [true, true, false]) {
    await admin.api.system.dismissFirstSteps({ isDismissed });
    const state = isDismissed ? "dismissed" : "open";
    expect(await other.api.system.firstSteps()).toMatchObject({ state });
  }
  const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.action, "settings.changed"));
  expect(entries.map(({ subjectId, details }) => [subjectId, details])).toEqual([
    ["first steps", { from: "open", to: "dismissed" }],
    ["first steps", { from: "dismissed", to: "open" }],
  ]);
});

test("shows no first steps in a demo", async ({ app }) => {
  const { api } = await anAdmin(app);
  expect(await api.system.firstSteps()).toEqual({ state: "none", steps: [] });
});
