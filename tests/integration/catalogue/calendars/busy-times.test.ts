import { randomUUID } from "node:crypto";
import { auditEntries, calendarSources, outboxEmails } from "@db/schema";
import { busyTimesIn, refreshBusyTimes, refreshInTime } from "@server/catalogue/calendars/busy-times";
import { eq } from "drizzle-orm";
import { anAdmin } from "../../../support/admin-sessions";
import { type CalendarFeed, calendarWith, secretPath, startCalendarFeed } from "../../../support/calendar-feed";
import { expect, type TestApp, test as appTest } from "../../../support/test-app";

const test = appTest.extend<{ feed: CalendarFeed }>({
  feed: async ({ app }, use) => {
    app.services.settings.allowsLocalCalendars = true;
    const feed = await startCalendarFeed();
    await use(feed);
    await feed.stop();
  },
});

const tomorrow = ({ clock }: TestApp, hours = 0) => {
  const day = new Date(clock.now().getTime() + 24 * 3_600_000);
  day.setUTCHours(10 + hours, 0, 0, 0);
  return day;
};

const busyIn = (app: TestApp) => {
  const now = app.clock.now();
  return busyTimesIn(app.db)({ start: now, end: new Date(now.getTime() + 10 * 24 * 3_600_000) });
};

const add = async (app: TestApp, feed: CalendarFeed, name = "Home") => {
  const admin = await anAdmin(app);
  const form = { name, address: feed.url, formKey: randomUUID() };
  await admin.api.calendars.addAddress(form);
  return { admin, form };
};

const mailsAbout = (app: TestApp) =>
  app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "admin-calendar-silent"));

test("an address is read at once, and never shown or stored in the clear again", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app)));
  const { admin, form } = await add(app, feed);
  await admin.api.calendars.addAddress(form);
  expect(await busyIn(app)).toEqual([{ start: tomorrow(app), end: tomorrow(app, 1) }]);
  const shown = await admin.api.calendars.list();
  expect(shown.addresses).toMatchObject([{ name: "Home", answer: { events: 1, unreadable: 0 }, outage: null }]);
  const [stored] = await app.db.select().from(calendarSources);
  const audited = await app.db.select().from(auditEntries);
  for (const text of [shown, stored, audited]) expect(JSON.stringify(text)).not.toContain(secretPath);
  expect(JSON.stringify(audited)).not.toContain("Dentist");
});

test("an event put into the calendar counts in the booking that comes next", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app)));
  await add(app, feed);
  feed.serve(calendarWith(tomorrow(app, 3)));
  expect(await refreshBusyTimes(app.services, { deadlineMs: 2000 })).toEqual({ silent: [] });
  expect(await busyIn(app)).toEqual([{ start: tomorrow(app, 3), end: tomorrow(app, 4) }]);
});

test("what the site itself has written into the calendar takes no time away", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app), 60, `${randomUUID()}@${new URL(app.services.settings.siteUrl).hostname}`));
  await add(app, feed);
  expect(await busyIn(app)).toEqual([]);
});

test("bookings at the same time ask once", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app)));
  await add(app, feed);
  const before = feed.asked.length;
  await Promise.all(Array.from({ length: 20 }, () => refreshBusyTimes(app.services, { deadlineMs: 2000 })));
  expect(feed.asked.length - before).toBe(1);
});

test("an unchanged calendar is not sent again, except twice a day", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app)), { etag: '"one"' });
  await add(app, feed);
  feed.answer((request, response) => {
    response.writeHead(request.headers["if-none-match"] === '"one"' ? 304 : 200).end(calendarWith(tomorrow(app), 30));
  });
  await refreshInTime(app.services);
  expect(await busyIn(app)).toEqual([{ start: tomorrow(app), end: tomorrow(app, 1) }]);
  app.clock.moveBy(13 * 60);
  await refreshInTime(app.services);
  expect(feed.asked.at(-1)?.["if-none-match"]).toBeUndefined();
});

test("a server that fails inside a booking leaves the last answer, and the instructor is told once", async ({
  app,
  feed,
}) => {
  feed.serve(calendarWith(tomorrow(app)));
  const { admin } = await add(app, feed);
  feed.answer((request) => void request.socket.destroy());
  // The second one comes too soon to ask again.
  for (let booking = 0; booking < 3; booking += 1) {
    expect(await refreshBusyTimes(app.services, { deadlineMs: 2000 })).toEqual({
      silent: [{ name: "Home", failure: "unreachable" }],
    });
  }
  expect(await busyIn(app)).toHaveLength(1);
  expect(await mailsAbout(app)).toHaveLength(1);
  expect((await admin.api.calendars.list()).addresses[0]?.outage?.reason).toContain("can’t be reached");
  feed.serve(calendarWith(tomorrow(app, 2)));
  app.clock.moveBy(5);
  await refreshInTime(app.services);
  expect(await busyIn(app)).toEqual([{ start: tomorrow(app, 2), end: tomorrow(app, 3) }]);
  expect((await admin.api.calendars.list()).addresses[0]?.outage).toBeNull();
});

test("a server that takes too long inside a booking is given more time by the job before anyone is told", async ({
  app,
  feed,
}) => {
  feed.serve(calendarWith(tomorrow(app)));
  const { admin } = await add(app, feed);
  feed.answer(() => undefined);
  const begin = performance.now();
  expect((await refreshBusyTimes(app.services, { deadlineMs: 200 })).silent).toEqual([
    { name: "Home", failure: "slow" },
  ]);
  expect(performance.now() - begin).toBeLessThan(2000);
  expect((await admin.api.calendars.list()).addresses[0]?.outage).toBeNull();
  expect(await mailsAbout(app)).toEqual([]);
});

test("an outage that the job finds is mailed after a quarter of an hour, and on the overview after a day", async ({
  app,
  feed,
}) => {
  feed.serve(calendarWith(tomorrow(app)));
  const { admin } = await add(app, feed);
  feed.answer((_request, response) => void response.writeHead(500).end());
  await refreshInTime(app.services);
  expect(await mailsAbout(app)).toEqual([]);
  app.clock.moveBy(16);
  await refreshInTime(app.services);
  await refreshInTime(app.services);
  expect(await mailsAbout(app)).toHaveLength(1);
  expect((await admin.api.office.getOverview()).waiting.silentCalendars).toEqual([]);
  app.clock.moveBy(24 * 60);
  expect((await admin.api.office.getOverview()).waiting.silentCalendars).toEqual(["Home"]);
});

test("an answer that was asked for earlier does not replace a later one", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app)));
  await add(app, feed);
  let release = () => {};
  const late = new Promise<void>((resolve) => void (release = resolve));
  feed.answer((_request, response) => void late.then(() => response.writeHead(200).end(calendarWith(tomorrow(app)))));
  const slow = refreshInTime(app.services);
  await expect.poll(() => feed.asked.length).toBe(2);
  app.clock.moveBy(1);
  feed.serve(calendarWith(tomorrow(app, 5)));
  await refreshBusyTimes(app.services, { deadlineMs: 2000 });
  release();
  await slow;
  expect(await busyIn(app)).toEqual([{ start: tomorrow(app, 5), end: tomorrow(app, 6) }]);
});

test("removing an address forgets what was read there", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app)));
  const { admin, form } = await add(app, feed);
  await admin.api.calendars.removeAddress({ id: form.formKey });
  await admin.api.calendars.removeAddress({ id: form.formKey });
  expect(await busyIn(app)).toEqual([]);
  expect((await admin.api.calendars.list()).addresses).toEqual([]);
});
