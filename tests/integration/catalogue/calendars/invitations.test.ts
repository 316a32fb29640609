import { randomUUID } from "node:crypto";
import { calendarSources } from "@db/schema";
import { busyTimesIn } from "@server/catalogue/calendars/busy-times";
import { anAdmin } from "../../../support/admin-sessions";
import { auditedActions } from "../../../support/admin";
import { type CalendarFeed, calendarWith, startCalendarFeed } from "../../../support/calendar-feed";
import { anOffer, inDays } from "../../../support/one-to-one";
import { expect, type TestApp, test as appTest } from "../../../support/test-app";

const test = appTest.extend<{ feed: CalendarFeed }>({
  feed: async ({ app }, use) => {
    app.services.settings.allowsLocalCalendars = true;
    const feed = await startCalendarFeed();
    await use(feed);
    await feed.stop();
  },
});

const busyIn = ({ db, clock }: TestApp) =>
  busyTimesIn(db)({ start: clock.now(), end: new Date(clock.now().getTime() + 10 * 86_400_000) });

const everyHalfHour = "RRULE:FREQ=MINUTELY;INTERVAL=29";

/** Serves an event of lines of its own, and adds the calendar. */
async function add(
  app: TestApp,
  feed: CalendarFeed,
  { start, minutes }: { start: Date; minutes: number },
  ...lines: string[]
) {
  const admin = await anAdmin(app);
  const text = calendarWith(start, minutes).replace("SUMMARY", [...lines, "SUMMARY"].join("\r\n"));
  feed.serve(text, { etag: '"one"' });
  const id = randomUUID();
  await admin.api.calendars.addAddress({ name: "Home", address: feed.url, formKey: id });
  return { ...admin, id };
}

test("an invitation takes no time away until its calendar's open invitations count", async ({ app, feed }) => {
  const { adminEmail } = app.services.settings;
  const invitation = ["ORGANIZER:mailto:tomas@example.org", `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${adminEmail}`];
  const { api, id } = await add(app, feed, { start: inDays(app, 2, 12), minutes: 60 }, ...invitation);
  expect(await busyIn(app)).toEqual([]);
  await api.calendars.chooseInvitations({ id, countsOpen: true });
  expect(await busyIn(app)).toHaveLength(1);
  expect((await api.calendars.list()).addresses).toMatchObject([{ countsOpen: true, answer: { events: 1 } }]);
  await api.calendars.chooseInvitations({ id, countsOpen: false });
  expect(await busyIn(app)).toEqual([]);
  expect((await auditedActions(app)).filter((action) => action === "settings.changed")).toHaveLength(3);
  await expect(api.calendars.chooseInvitations({ id: randomUUID(), countsOpen: true })).rejects.toThrow(
    "no longer there",
  );
});

test("the choice is kept while the calendar gives no answer", async ({ app, feed }) => {
  const { api, id } = await add(app, feed, { start: inDays(app, 2, 12), minutes: 60 });
  feed.answer((_request, response) => void response.writeHead(500).end());
  await api.calendars.chooseInvitations({ id, countsOpen: true });
  expect(await app.db.select().from(calendarSources)).toMatchObject([{ countsOpen: true, failure: "refused" }]);
  expect(await busyIn(app)).toHaveLength(1);
});

test.for<[name: string, minutes: number, lines: string[], blocking: object[]]>([
  ["an event of a minute that comes every half hour", 1, [everyHalfHour], [{ name: "Home", eventLeavesMinutes: 28 }]],
  ["an event of six weeks", 6 * 7 * 1440, [], [{ name: "Home", eventLeavesMinutes: 0 }]],
  ["an event of each day", 16 * 60, ["RRULE:FREQ=DAILY"], [{ name: "Home", eventLeavesMinutes: null }]],
  ["one appointment", 60, [], []],
])("names a calendar that takes away all free times: %s", async ([, minutes, lines, blocking], { app, feed }) => {
  await anOffer(app.db);
  const { api } = await add(app, feed, { start: inDays(app, -1, 6), minutes }, ...lines);
  expect(await api.calendars.listBlocking()).toEqual(blocking);
});

test("names no calendar where no times are offered", async ({ app, feed }) => {
  const { api } = await add(app, feed, { start: inDays(app, -1, 6), minutes: 1 }, everyHalfHour);
  expect(await api.calendars.listBlocking()).toEqual([]);
});
