import { randomUUID } from "node:crypto";
import { calendarCopies, calendarSources, liveSessions } from "@db/schema";
import { busyTimesIn, refreshBusyTimes } from "@server/catalogue/calendars/busy-times";
import { compareCalendar } from "@server/catalogue/calendars/compare-calendar";
import { writeSession } from "@server/catalogue/calendars/write-session";
import { eq } from "drizzle-orm";
import { anAdmin, createSession, editSession } from "../../../support/admin-sessions";
import { readEventFile } from "../../../support/calendar";
import { calendarWith } from "../../../support/calendar-feed";
import { choose, type Connection, test } from "../../../support/connected-calendar";
import { aSession } from "../../../support/sessions";
import { expect, type TestApp } from "../../../support/test-app";

/** Returns what the event of a session is called in the calendar. */
const titleOf = async ({ radicale, calendar }: Connection, session: { id: string }) =>
  /^SUMMARY:(.*?)\r?$/m.exec((await radicale.get(calendar, fileOf(session))) ?? "")?.[1];

const fileOf = (session: { id: string }) => `${session.id}.ics`;

test("the calendars of an account are found, with its own password alone", async ({ app, connected }) => {
  const { admin, radicale } = connected;
  const { account } = await admin.api.calendars.list();
  expect(account?.calendars.map(({ name, isRead, isWritten }) => [name, isRead, isWritten]).sort()).toEqual([
    ["family", true, false],
    ["work", true, true],
  ]);
  const wrong = admin.api.calendars.connect({ ...radicale.login, password: "guessed", formKey: randomUUID() });
  await expect(wrong).rejects.toThrow("does not accept the user name and the password");
  const stored = JSON.stringify([
    await app.db.query.calendarAccounts.findMany(),
    await app.db.select().from(calendarSources),
    account,
  ]);
  expect(stored).not.toContain(radicale.login.password);
  expect(stored).not.toContain("/ada/");
});

test("a session appears in the calendar, is moved once and is removed with it", async ({ app, connected }) => {
  const { admin, calendar, radicale } = connected;
  const session = await createSession(admin, app);
  await app.runJobs();
  const first = readEventFile((await radicale.get(calendar, fileOf(session))) ?? "");
  expect(first).toMatchObject({
    sequence: 0,
    start: session.startTime,
    title: session.title,
    method: null,
    organizer: null,
  });
  const edited = await editSession(admin, session.id, { startsAt: "2031-12-03T19:30" });
  expect(edited.outcome).not.toBe("preview");
  await app.runJobs();
  const moved = readEventFile((await radicale.get(calendar, fileOf(session))) ?? "");
  expect(moved).toMatchObject({ uid: first.uid, sequence: 1, start: new Date("2031-12-03T19:30:00Z") });
  // A second run of the job writes nothing.
  const [copy] = await app.db.select().from(calendarCopies);
  await writeSession(app.services, { sessionId: session.id });
  expect(await app.db.select().from(calendarCopies)).toEqual([copy]);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await app.runJobs();
  expect(await radicale.get(calendar, fileOf(session))).toBeNull();
});

test("a deleted session and a draft leave the calendar; an onsite one is in it", async ({ app, connected }) => {
  const { calendar, radicale } = connected;
  const values = { locationType: "onsite" as const, location: "The Studio", city: "Bath" };
  const [deleted, draft, kept] = [
    await aSession(app.db, values),
    await aSession(app.db),
    await aSession(app.db, values),
  ];
  await app.runJobs();
  for (const session of [deleted, draft, kept]) expect(await radicale.get(calendar, fileOf(session))).not.toBeNull();
  await app.db.delete(liveSessions).where(eq(liveSessions.id, deleted.id));
  await app.db.update(liveSessions).set({ isPublished: false }).where(eq(liveSessions.id, draft.id));
  await app.runJobs();
  expect(await radicale.get(calendar, fileOf(deleted))).toBeNull();
  expect(await radicale.get(calendar, fileOf(draft))).toBeNull();
  expect(readEventFile((await radicale.get(calendar, fileOf(kept))) ?? "").location).toContain("Bath");
});

test("a session that is rolled back is written nowhere", async ({ app, connected }) => {
  const { calendar, radicale } = connected;
  const id = randomUUID();
  const failing = app.db.transaction(async (tx) => {
    await aSession(tx as unknown as TestApp["db"], { id });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await app.runJobs();
  expect(await radicale.get(calendar, `${id}.ics`)).toBeNull();
});

test("what was changed or removed in the calendar is put right at night, and by the next change", async ({
  app,
  connected,
}) => {
  const { calendar, radicale } = connected;
  const [changed, removed] = [await aSession(app.db), await aSession(app.db)];
  await app.runJobs();
  const text = (await radicale.get(calendar, fileOf(changed))) ?? "";
  await radicale.put(calendar, fileOf(changed), text.replace(/SUMMARY:.*/, "SUMMARY:Mine"));
  await radicale.remove(calendar, fileOf(removed));
  await compareCalendar(app.services);
  await app.runJobs();
  for (const session of [changed, removed]) {
    expect(await titleOf(connected, session)).toBe(session.title);
  }
  // Conflicts: the state that is known here is no longer the server's.
  await radicale.put(calendar, fileOf(changed), text.replace(/SUMMARY:.*/, "SUMMARY:Mine"));
  await radicale.remove(calendar, fileOf(removed));
  await app.db.update(liveSessions).set({ title: "Renamed" });
  await app.runJobs();
  for (const session of [changed, removed]) {
    expect(await titleOf(connected, session)).toBe("Renamed");
  }
});

test("writing twice, or again after the copy’s record was lost, leaves one event", async ({ app, connected }) => {
  const session = await aSession(app.db);
  await app.runJobs();
  await app.db.delete(calendarCopies);
  await app.db.update(liveSessions).set({ title: "Renamed" });
  await app.runJobs();
  expect(await titleOf(connected, session)).toBe("Renamed");
  await compareCalendar(app.services);
  const [copy] = await app.db.select().from(calendarCopies);
  await app.runJobs();
  expect(await app.db.select().from(calendarCopies)).toEqual([copy]);
});

test("its events are read, those of the site left out; killed and started again, it is put right", async ({
  app,
  connected,
}) => {
  const { admin, calendar, radicale } = connected;
  const session = await aSession(app.db);
  await app.runJobs();
  const day = new Date(app.clock.now().getTime() + 48 * 3_600_000);
  day.setUTCHours(9, 0, 0, 0);
  await radicale.put(calendar, "private.ics", calendarWith(day));
  const busy = () =>
    busyTimesIn(app.db)({ start: app.clock.now(), end: new Date(session.startTime.getTime() + 86_400_000) });
  expect(await refreshBusyTimes(app.services, { deadlineMs: 5000 })).toEqual({ silent: [] });
  const one = [{ start: day, end: new Date(day.getTime() + 3_600_000) }];
  expect(await busy()).toEqual(one);

  await radicale.kill();
  await app.db.update(liveSessions).set({ title: "Renamed" });
  await app.runJobs();
  const refreshed = await refreshBusyTimes(app.services, { deadlineMs: 2000 });
  expect(refreshed.silent.map(({ failure }) => failure)).toEqual(["unreachable", "unreachable"]);
  expect(await busy()).toEqual(one);
  expect((await admin.api.calendars.list()).account?.outage?.reason).toContain("can’t be reached");

  await radicale.start();
  await app.runJobs("write-calendar");
  expect(await titleOf(connected, session)).toBe("Renamed");
  expect((await admin.api.calendars.list()).account?.outage).toBeNull();
});

test("without a calendar to write into, nothing is enqueued; what was written stays", async ({ app, connected }) => {
  const { admin, calendar, radicale } = connected;
  const session = await aSession(app.db);
  await app.runJobs();
  await admin.api.calendars.disconnect();
  await admin.api.calendars.disconnect();
  await aSession(app.db);
  const { rows } = await app.db.execute(`select 1 from graphile_worker.jobs where task_identifier = 'write-calendar'`);
  expect(rows).toEqual([]);
  expect(await radicale.get(calendar, fileOf(session))).not.toBeNull();
});

test("the sessions that are there already are written when a calendar is chosen", async ({ app, radicale }) => {
  const ahead = await aSession(app.db);
  const over = await aSession(app.db, { startTime: new Date(app.clock.now().getTime() - 86_400_000) });
  const calendar = await radicale.makeCalendar("work");
  const admin = await anAdmin(app);
  await admin.api.calendars.connect({ ...radicale.login, formKey: randomUUID() });
  await choose(admin, { read: [], written: "work" });
  await app.runJobs();
  expect(await radicale.get(calendar, fileOf(ahead))).not.toBeNull();
  expect(await radicale.get(calendar, fileOf(over))).toBeNull();
});

test("of jobs of one session that meet, the calendar keeps what the site says last", async ({ app, connected }) => {
  const session = await aSession(app.db);
  const write = () => writeSession(app.services, { sessionId: session.id });
  const writes: Promise<void>[] = [];
  for (let version = 1; version <= 2; version += 1) {
    await app.db.update(liveSessions).set({ title: `Version ${version}` });
    writes.push(write());
  }
  await Promise.all(writes);
  expect(await titleOf(connected, session)).toBe("Version 2");
});
