import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { calendarCopies, liveSessions } from "@db/schema";
import { refreshBusyTimes, refreshInTime } from "@server/catalogue/calendars/busy-times";
import { DateTime } from "luxon";
import { anAdmin } from "../../../support/admin-sessions";
import { mailsOf } from "../../../support/bookings";
import { readEventFile } from "../../../support/calendar";
import { calendarWith, startCalendarFeed } from "../../../support/calendar-feed";
import { aHeldSlot, anOffer, aSlotForm, inDays, sessionOf, timesOf } from "../../../support/one-to-one";
import { type Radicale, startRadicale } from "../../../support/radicale";
import { expect, type TestApp, test as appTest } from "../../../support/test-app";

type Connection = { radicale: Radicale; calendar: string };

/** Connects the instructor's calendar at a CalDAV server, which is read and written. */
const test = appTest.extend<{ connected: Connection }>({
  connected: async ({ app }, use) => {
    app.services.settings.allowsLocalCalendars = true;
    const radicale = await startRadicale();
    const calendar = await radicale.makeCalendar("work");
    const { api } = await anAdmin(app);
    await api.calendars.connect({ ...radicale.login, formKey: randomUUID() });
    const [work] = (await api.calendars.list()).account?.calendars ?? [];
    await api.calendars.choose({ read: [work!.id], written: work!.id });
    await use({ radicale, calendar });
    await radicale.stop();
  },
});

const free = { priceMinor: 0 };

/** Books a time of an offer that costs nothing. */
async function aFreeSlot(app: TestApp, offer: Parameters<typeof aHeldSlot>[1], start: Date) {
  const { bookingId, booking } = await aHeldSlot(app, offer, start);
  return { bookingId, key: booking.manageKey };
}

const eventOf = async ({ radicale, calendar }: Connection, session: { id: string }) => {
  const text = await radicale.get(calendar, `${session.id}.ics`);
  return text === null ? null : readEventFile(text);
};

/** Returns the form that moves a booking to a time. */
async function moveForm(app: TestApp, ref: { bookingId: string; key: string }, start: Date) {
  const { dates } = await app.as().bookings.getMoveForm(ref);
  const to = dates.find(({ startsAt }) => new Date(startsAt.iso).getTime() === start.getTime())!.id;
  const { chosen, formKey, from } = await app.as().bookings.getMoveForm({ ...ref, to });
  return { ...ref, from, to, version: chosen!.version, formKey };
}

test("refuses a time that an event put into the calendar just before has taken, although the page still showed it", async ({
  app,
  connected: { radicale, calendar },
}) => {
  const offer = await anOffer(app.db, free);
  const asked = await anOffer(app.db, { ...free, needsApproval: true });
  const start = inDays(app, 3, 11);
  const { bookingId, key } = await aFreeSlot(app, offer, inDays(app, 3, 15));
  const [form, request] = [await aSlotForm(app, offer, start), await aSlotForm(app, asked, start)];
  const move = await moveForm(app, { bookingId, key }, start);
  await radicale.put(calendar, "private.ics", calendarWith(start));
  expect(await timesOf(app, offer, start)).toHaveLength(5);
  await expect(app.as().oneToOne.book(form)).rejects.toThrow("no longer free");
  await expect(app.as().oneToOne.ask(request)).rejects.toThrow("no longer free");
  await expect(app.as().bookings.move(move)).rejects.toThrow();
  expect((await sessionOf(app, bookingId)).startTime).toEqual(inDays(app, 3, 15));
  expect((await timesOf(app, offer, start)).map(({ time }) => time)).not.toContain("11:00 AM");
  // Removed from the calendar, it can be booked at once.
  await radicale.remove(calendar, "private.ics");
  await app.as().oneToOne.book(form);
});

test("takes the time of a new event from the page when the job has read the calendar", async ({
  app,
  connected: { radicale, calendar },
}) => {
  const offer = await anOffer(app.db, { ...free, bufferAfterMinutes: 15 });
  const start = inDays(app, 3, 11);
  await radicale.put(calendar, "private.ics", calendarWith(start));
  await refreshInTime(app.services);
  // 10:00 would end with its buffer after the event has begun.
  expect((await timesOf(app, offer, start)).map(({ time }) => time)).toEqual([
    "12:00 PM",
    "1:00 PM",
    "2:00 PM",
    "3:00 PM",
  ]);
});

test("books with the last answer while the calendar's server is down, tells the instructor once, and is put right later", async ({
  app,
  connected,
}) => {
  const { radicale, calendar } = connected;
  const offer = await anOffer(app.db, free);
  await radicale.put(calendar, "private.ics", calendarWith(inDays(app, 3, 12)));
  await refreshInTime(app.services);
  const [taken, first, second] = [
    await aSlotForm(app, offer, inDays(app, 3, 12)),
    await aSlotForm(app, offer, inDays(app, 3, 11)),
    await aSlotForm(app, offer, inDays(app, 3, 14)),
  ];
  await radicale.kill();
  await expect(app.as().oneToOne.book(taken)).rejects.toThrow("no longer free");
  const { bookingId } = await app.as().oneToOne.book(first);
  await app.as().oneToOne.book(second);
  const mails = await mailsOf(app, "admin-calendar-silent", app.services.settings.adminEmail);
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining("can’t be reached")]);
  const session = await sessionOf(app, bookingId);
  await radicale.start();
  expect(await eventOf(connected, session)).toBeNull();
  await app.runJobs("write-calendar");
  expect(await eventOf(connected, session)).toMatchObject({ start: session.startTime });
});

test("a booking appears in the calendar, is moved and removed with it, each once, and never blocks itself", async ({
  app,
  connected,
}) => {
  const offer = await anOffer(app.db, { ...free, stepMinutes: 30 });
  const start = inDays(app, 3, 11);
  const later = new Date(start.getTime() + 30 * 60_000);
  const { bookingId, key } = await aFreeSlot(app, offer, start);
  await app.runJobs();
  const before = await sessionOf(app, bookingId);
  const first = await eventOf(connected, before);
  expect(first).toMatchObject({ start, title: offer.title, sequence: 0 });
  expect(await refreshBusyTimes(app.services, { deadlineMs: 2000 })).toEqual({ silent: [] });

  await app.as().bookings.move(await moveForm(app, { bookingId, key }, later));
  await app.runJobs();
  const after = await sessionOf(app, bookingId);
  expect([await eventOf(connected, before), (await eventOf(connected, after))?.start]).toEqual([null, later]);
  expect((await eventOf(connected, after))?.uid).not.toBe(first!.uid);
  expect((await app.db.select().from(calendarCopies)).map(({ sessionId }) => sessionId)).toEqual([after.id]);

  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await eventOf(connected, after)).toBeNull();
  expect(await app.db.select().from(calendarCopies)).toEqual([]);
  await refreshBusyTimes(app.services, { deadlineMs: 2000 });
  expect(await timesOf(app, offer, start)).toHaveLength(11);
  expect(await app.db.$count(liveSessions)).toBe(2);
});

test("leaves out what Google's calendar says is taken: a repeat, and all of a whole day", async ({ app }) => {
  app.services.settings.allowsLocalCalendars = true;
  const feed = await startCalendarFeed();
  feed.serve(readFileSync("tests/fixtures/calendars/google.ics", "utf8"));
  const { api } = await anAdmin(app);
  const at = (text: string) => DateTime.fromISO(text, { zone: "Europe/London" }).toJSDate();
  app.clock.moveBy((at("2027-02-27T09:00").getTime() - app.clock.now().getTime()) / 60_000);
  await api.calendars.addAddress({ name: "Home", address: feed.url, formKey: randomUUID() });
  const offer = await anOffer(app.db, free, { hours: { startMinute: 600, endMinute: 1200 } });
  const timesOn = async (day: string) => (await timesOf(app, offer, at(`${day}T12:00`))).map(({ time }) => time);
  expect(await timesOn("2027-03-03")).toHaveLength(10);
  // 18:00 to 19:30.
  expect((await timesOn("2027-03-02")).slice(-2)).toEqual(["4:00 PM", "5:00 PM"]);
  expect(await timesOn("2027-03-11")).toEqual([]);
  await feed.stop();
});
