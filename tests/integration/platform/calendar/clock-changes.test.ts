import { aFreeBooking, mailsOf } from "../../../support/bookings";
import { readCalendar, readEventFile } from "../../../support/calendar";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const [london, newYork] = ["Europe/London", "America/New_York"];

type ShownTime = { date: string; time: string; zone: string };
type Change = { what: string; startTime: string; london: ShownTime; newYork: ShownTime };

/** Sessions around the clock changes of London and New York, with the times shown there. */
const changes: Change[] = [
  {
    what: "New York, spring, the evening before",
    startTime: "2027-03-13T23:30:00Z",
    london: { date: "Saturday, March 13, 2027", time: "11:30 PM", zone: "GMT" },
    newYork: { date: "Saturday, March 13, 2027", time: "6:30 PM", zone: "EST" },
  },
  {
    what: "New York, spring, the evening after",
    startTime: "2027-03-14T22:30:00Z",
    london: { date: "Sunday, March 14, 2027", time: "10:30 PM", zone: "GMT" },
    newYork: { date: "Sunday, March 14, 2027", time: "6:30 PM", zone: "EDT" },
  },
  {
    what: "London, spring, the morning before",
    startTime: "2027-03-27T09:00:00Z",
    london: { date: "Saturday, March 27, 2027", time: "9:00 AM", zone: "GMT" },
    newYork: { date: "Saturday, March 27, 2027", time: "5:00 AM", zone: "EDT" },
  },
  {
    what: "London, spring, the morning after",
    startTime: "2027-03-28T08:00:00Z",
    london: { date: "Sunday, March 28, 2027", time: "9:00 AM", zone: "BST" },
    newYork: { date: "Sunday, March 28, 2027", time: "4:00 AM", zone: "EDT" },
  },
  {
    what: "London, autumn, over the repeated hour",
    startTime: "2027-10-31T00:30:00Z",
    london: { date: "Sunday, October 31, 2027", time: "1:30 AM", zone: "BST" },
    newYork: { date: "Saturday, October 30, 2027", time: "8:30 PM", zone: "EDT" },
  },
  {
    what: "London, autumn, an hour later on the clock",
    startTime: "2027-10-31T01:30:00Z",
    london: { date: "Sunday, October 31, 2027", time: "1:30 AM", zone: "GMT" },
    newYork: { date: "Saturday, October 30, 2027", time: "9:30 PM", zone: "EDT" },
  },
  {
    what: "New York, autumn, the repeated hour",
    startTime: "2027-11-07T06:30:00Z",
    london: { date: "Sunday, November 7, 2027", time: "6:30 AM", zone: "GMT" },
    newYork: { date: "Sunday, November 7, 2027", time: "1:30 AM", zone: "EST" },
  },
  {
    what: "New York, autumn, the evening after",
    startTime: "2027-11-07T23:30:00Z",
    london: { date: "Sunday, November 7, 2027", time: "11:30 PM", zone: "GMT" },
    newYork: { date: "Sunday, November 7, 2027", time: "6:30 PM", zone: "EST" },
  },
];

test.for(changes)("$what: shows the same time on the page, in the mail and in the export", async (change, { app }) => {
  const start = new Date(change.startTime);
  const end = new Date(start.getTime() + 90 * 60_000);
  const session = await aSession(app.db, { priceMinor: 0, startTime: start, durationMinutes: 90 });
  for (const [timeZone, { date, time, zone }] of [
    [london, change.london],
    [newYork, change.newYork],
  ] as const) {
    const visitor = { timeZone: timeZone };

    const page = await app.as({ visitor }).schedule.get({ id: session.id });
    const { weekday, monthLong, day, year } = page.start;
    expect(`${weekday}, ${monthLong} ${day}, ${year}`).toBe(date);
    expect([page.start.time, page.start.zone]).toEqual([time, zone]);
    expect([new Date(page.start.iso), new Date(page.endIso)]).toEqual([start, end]);

    const { attendeeEmail } = await aFreeBooking(app, session, { visitor });
    const [mail] = await mailsOf(app, "booking-confirmation", attendeeEmail);
    expect(mail!.text).toMatch(new RegExp(`^When +${date}\\n +${time} ${zone}, 1h 30min$`, "m"));

    expect(readEventFile(mail!.attachments![0]!.content)).toMatchObject({ start, end });
  }
  const { text } = await app.as().calendar.scheduleFeed();
  expect(readCalendar(text).events).toMatchObject([{ start, end }]);
});

test("uses the room's zone for an on-site session, whatever the visitor's zone", async ({ app }) => {
  const startTime = new Date("2027-03-28T08:00:00Z");
  const session = await aSession(app.db, { priceMinor: 0, locationType: "onsite", city: "London", startTime });
  const visitor = { timeZone: newYork };
  const { start } = await app.as({ visitor }).schedule.get({ id: session.id });
  expect([start.time, start.zone]).toEqual(["9:00 AM", "BST"]);
  const { attendeeEmail } = await aFreeBooking(app, session, { visitor });
  const [mail] = await mailsOf(app, "booking-confirmation", attendeeEmail);
  expect(mail!.text).toMatch(/^When +Sunday, March 28, 2027\n +9:00 AM BST, 1h$/m);
  expect(readEventFile(mail!.attachments![0]!.content).start).toEqual(startTime);
});
