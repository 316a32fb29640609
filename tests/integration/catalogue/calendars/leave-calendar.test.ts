import { randomUUID } from "node:crypto";
import { calendarAccounts, calendarCopies } from "@db/schema";
import { busyTimesIn, refreshInTime } from "@server/catalogue/calendars/busy-times";
import { emptyCalendar } from "@server/catalogue/calendars/empty-calendar";
import { writeSession } from "@server/catalogue/calendars/write-session";
import { mailsOf } from "../../../support/bookings";
import { calendarWith } from "../../../support/calendar-feed";
import { type Connection, test } from "../../../support/connected-calendar";
import { aSession } from "../../../support/sessions";
import { expect, type TestApp } from "../../../support/test-app";

const fileOf = ({ id }: { id: string }) => `${id}.ics`;
const hostOf = ({ services }: TestApp) => new URL(services.settings.siteUrl).hostname;

/** Returns which of the files are in the calendar. */
const thereOf = async ({ radicale, calendar }: Connection, files: string[]) =>
  (await Promise.all(files.map(async (file) => [file, await radicale.get(calendar, file)] as const)))
    .filter(([, text]) => text !== null)
    .map(([file]) => file);

test("disconnecting removes what the site has written and nothing else, and only then forgets the password", async ({
  app,
  connected,
}) => {
  const { admin, radicale, calendar } = connected;
  const sessions = [await aSession(app.db), await aSession(app.db)];
  await radicale.put(calendar, "private.ics", calendarWith(new Date("2031-12-02T10:00:00Z")));
  await app.runJobs();
  const files = [...sessions.map(fileOf), "private.ics"];
  expect(await thereOf(connected, files)).toEqual(files);
  await admin.api.calendars.disconnect({ removesSessions: true });
  await admin.api.calendars.disconnect({ removesSessions: true });
  expect(await admin.api.calendars.list()).toMatchObject({ account: null, leaving: { left: 2 } });
  const again = admin.api.calendars.connect({ ...radicale.login, formKey: randomUUID() });
  await expect(again).rejects.toThrow("still being removed");
  await app.runJobs();
  expect(await thereOf(connected, files)).toEqual(["private.ics"]);
  expect([await app.db.$count(calendarAccounts), await app.db.$count(calendarCopies)]).toEqual([0, 0]);
  expect((await admin.api.calendars.list()).leaving).toBeNull();
});

test("removes a part at a time, and goes on with the next", async ({ app, connected }) => {
  const { admin } = connected;
  const files = [await aSession(app.db), await aSession(app.db)].map(fileOf);
  await app.runJobs();
  await admin.api.calendars.disconnect({ removesSessions: true });
  const [account] = await app.db.select().from(calendarAccounts);
  await emptyCalendar(app.services, { accountId: account!.id }, 1);
  expect(await thereOf(connected, files)).toHaveLength(1);
  expect(await admin.api.calendars.list()).toMatchObject({ leaving: { left: 1 } });
  await app.runJobs();
  expect([await thereOf(connected, files), await app.db.$count(calendarAccounts)]).toEqual([[], 0]);
});

test("a calendar that is gone is given up at once", async ({ app, connected }) => {
  const { admin, radicale, calendar } = connected;
  await aSession(app.db);
  await app.runJobs();
  await radicale.remove(calendar, "");
  await admin.api.calendars.disconnect({ removesSessions: true });
  await app.runJobs();
  expect(await mailsOf(app, "admin-calendar-left", app.services.settings.adminEmail)).toHaveLength(1);
  expect(await app.db.$count(calendarAccounts)).toBe(0);
});

test("a server that is down is asked again for an hour; then the instructor is told what is left", async ({
  app,
  connected,
}) => {
  const { admin, radicale } = connected;
  await aSession(app.db);
  await app.runJobs();
  await radicale.kill();
  await admin.api.calendars.disconnect({ removesSessions: true });
  const [account] = await app.db.select().from(calendarAccounts);
  const empty = () => emptyCalendar(app.services, { accountId: account!.id });
  await expect(empty()).rejects.toThrow();
  const mails = () => mailsOf(app, "admin-calendar-left", app.services.settings.adminEmail);
  expect([await app.db.$count(calendarAccounts), (await mails()).length]).toEqual([1, 0]);
  app.clock.moveBy(61);
  await empty();
  await empty();
  expect((await mails()).map(({ text }) => text)).toEqual([expect.stringMatching(/1 session\b[^]*can’t be reached/)]);
  expect(await app.db.$count(calendarAccounts)).toBe(0);
});

test("an imported event with a session's UID gives way to that of the session, and is removed with it", async ({
  app,
  connected,
}) => {
  const { radicale, calendar } = connected;
  const session = await aSession(app.db);
  const uid = `${session.id}@${hostOf(app)}`;
  await radicale.put(calendar, "imported.ics", calendarWith(session.startTime, 60, uid));
  await app.runJobs();
  expect(await thereOf(connected, [fileOf(session), "imported.ics"])).toEqual([fileOf(session)]);
  const [account] = await app.db.select().from(calendarAccounts);
  expect(account!.failure).toBeNull();
  // Another program has put it under another name since.
  await radicale.remove(calendar, fileOf(session));
  await radicale.put(calendar, "renamed.ics", calendarWith(session.startTime, 60, uid));
  await app.db.execute(`update live_sessions set cancelled_at = now()`);
  await writeSession(app.services, { sessionId: session.id });
  expect(await thereOf(connected, [fileOf(session), "renamed.ics"])).toEqual([]);
});

test("what the owner of the account has declined takes no time away", async ({ app, connected }) => {
  const { radicale, calendar } = connected;
  const start = new Date(app.clock.now().getTime() + 48 * 3_600_000);
  const invited = (address: string) =>
    calendarWith(start).replace("SUMMARY", `ATTENDEE;PARTSTAT=DECLINED:mailto:${address}\r\nSUMMARY`);
  const busy = async () => {
    await refreshInTime(app.services);
    return busyTimesIn(app.db)({ start: app.clock.now(), end: new Date(start.getTime() + 86_400_000) });
  };
  await radicale.put(calendar, "invited.ics", invited("tomas@example.org"));
  expect(await busy()).toHaveLength(1);
  await radicale.put(calendar, "invited.ics", invited(app.services.settings.adminEmail.toUpperCase()));
  expect(await busy()).toEqual([]);
});
