import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails, sessionBookings } from "@db/schema";
import { announceChange } from "@server/office/managing/edit-session";
import { sendReminders } from "@server/office/managing/send-reminders";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { aFreeBooking, mailsOf, recipientsOf } from "../../../support/bookings";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { bookTickets } from "../../../support/tickets";

const hour = 60;
const day = 24 * hour;

const sessionIn = (app: TestApp, minutes: number, values: Parameters<typeof aSession>[1] = {}) =>
  aSession(app.db, { priceMinor: 0, startTime: inMinutes(app, minutes), ...values });

const inMinutes = ({ clock }: TestApp, minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);

/** Moves the clock and runs the schedule once. */
async function pass(app: TestApp, minutes: number) {
  app.clock.moveBy(minutes);
  await sendReminders(app.services);
}

/** Returns the reminders written: "24h" and "1h", one for each booking. */
async function reminded({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .select({ key: outboxEmails.dedupeKey })
    .from(outboxEmails)
    .where(eq(outboxEmails.template, "session-reminder"));
  return rows.map(({ key }) => key.replace(/^session-reminder-|:.*/g, "")).sort();
}

test("reminds a day and an hour before, with the joining link", async ({ app }) => {
  const session = await sessionIn(app, 3 * day);
  const { id, attendeeEmail } = await aFreeBooking(app, session);
  await pass(app, 2 * day - 1);
  expect(await reminded(app)).toEqual([]);
  await pass(app, 1);
  expect(await reminded(app)).toEqual(["24h"]);
  await pass(app, 23 * hour - 1);
  expect(await reminded(app)).toEqual(["24h"]);
  await pass(app, 1);
  expect(await reminded(app)).toEqual(["1h", "24h"]);
  const [dayBefore, hourBefore] = await mailsOf(app, "session-reminder", attendeeEmail);
  expect(dayBefore!.subject).toMatch(/^Reminder: Evening Wind-Down, /);
  expect(hourBefore!.subject).toBe("Starting soon: Evening Wind-Down");
  const join = `Join the session ${app.services.settings.siteUrl}/join/${id}?key=`;
  for (const mail of [dayBefore!, hourBefore!]) expect(mail.text).toContain(join);
});

test("sends the address instead of a link for an on-site session", async ({ app }) => {
  const place = { locationType: "onsite" as const, address: "14 Lamb Lane", city: "London", postCode: "E8 3PN" };
  const { attendeeEmail } = await aFreeBooking(app, await sessionIn(app, 2 * day, place));
  await pass(app, day);
  const [mail] = await mailsOf(app, "session-reminder", attendeeEmail);
  expect(mail!.text).toMatch(/^Where +14 Lamb Lane\n +London, E8 3PN$/m);
  expect(mail!.html).not.toContain("zoom");
});

test("names the number of tickets where there are several", async ({ app }) => {
  const session = await sessionIn(app, 2 * day);
  await bookTickets(app, session, { quantity: 3 });
  await pass(app, day);
  await app.runJobs();
  const [booking] = await app.db.select().from(sessionBookings);
  const [mail] = await mailsOf(app, "session-reminder", booking!.attendeeEmail);
  expect(mail!.text).toMatch(/^Tickets +3$/m);
});

test("sends each reminder once, with any number of runs and processes", async ({ app }) => {
  const session = await sessionIn(app, 2 * day);
  const people = await Promise.all(Array.from({ length: 7 }, () => aFreeBooking(app, session)));
  app.clock.moveBy(day);
  await Promise.all(Array.from({ length: 4 }, () => sendReminders(app.services)));
  await sendReminders(app.services);
  await pass(app, 23 * hour);
  await Promise.all(Array.from({ length: 4 }, () => sendReminders(app.services)));
  const everybodyTwice = people.flatMap(({ attendeeEmail }) => [attendeeEmail, attendeeEmail]).sort();
  expect(await recipientsOf(app, "session-reminder")).toEqual(everybodyTwice);
  for (const { attendeeEmail } of people) {
    expect(await mailsOf(app, "session-reminder", attendeeEmail)).toHaveLength(2);
  }
});

test("reminds more than one batch in a run", async ({ app }) => {
  const session = await sessionIn(app, 2 * day);
  const booked = await aFreeBooking(app, session);
  const { id: _, manageKey: __, ...values } = booked;
  const many = Array.from({ length: 204 }, () => ({ ...values, formKey: crypto.randomUUID() }));
  await app.db.insert(sessionBookings).values(many);
  await pass(app, day);
  expect(await reminded(app)).toHaveLength(205);
});

test("sends only the later reminder for a booking made after the first was due", async ({ app }) => {
  const session = await sessionIn(app, 3 * hour);
  await aFreeBooking(app, session);
  await pass(app, 1);
  expect(await reminded(app)).toEqual([]);
  await pass(app, 2 * hour);
  expect(await reminded(app)).toEqual(["1h"]);
  await aFreeBooking(app, session);
  await pass(app, 1);
  expect(await reminded(app)).toEqual(["1h"]);
});

test.for([
  { what: "sends the day's reminder ten hours late", before: 14 * hour, expected: ["24h"] },
  { what: "omits the day's reminder an hour and a half before", before: 90, expected: [] },
  { what: "sends the hour's reminder ten minutes before", before: 10, expected: ["1h"] },
  { what: "sends none once the session has begun", before: 0, expected: [] },
])("missed runs: $what", async ({ before, expected }, { app }) => {
  await aFreeBooking(app, await sessionIn(app, 3 * day));
  await pass(app, 3 * day - before);
  expect(await reminded(app)).toEqual(expected);
});

test("sends nothing for unpaid, cancelled and removed places or cancelled sessions", async ({ app }) => {
  const session = await sessionIn(app, 2 * day);
  const gone = await aFreeBooking(app, session);
  await app.db
    .update(sessionBookings)
    .set({ status: "cancelled", paymentStatus: "cancelled" })
    .where(eq(sessionBookings.id, gone.id));
  await aHold(app, await sessionIn(app, 2 * day, { priceMinor: 1800 }));
  const cancelled = await sessionIn(app, 2 * day);
  await aFreeBooking(app, cancelled);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, cancelled.id));
  await pass(app, day);
  expect(await reminded(app)).toEqual([]);
});

async function moveTo(app: TestApp, id: string, startTime: Date) {
  await app.db.transaction(async (tx) => {
    const before = await lockSession(tx, id);
    const [after] = await tx.update(liveSessions).set({ startTime }).where(eq(liveSessions.id, id)).returning();
    await announceChange(tx, app.services, { before, after: after! });
  });
}

test("reminds of a moved session at its new time", async ({ app }) => {
  const session = await sessionIn(app, 3 * day);
  const { attendeeEmail } = await aFreeBooking(app, session);
  await pass(app, 2 * day);
  expect(await reminded(app)).toEqual(["24h"]);
  await moveTo(app, session.id, inMinutes(app, 8 * day));
  await pass(app, 6 * day);
  expect(await reminded(app)).toEqual(["24h"]);
  await pass(app, day);
  expect(await reminded(app)).toEqual(["24h", "24h"]);
  expect(await mailsOf(app, "session-reminder", attendeeEmail)).toHaveLength(2);
});

test("sends no reminder just after a mail about a new time", async ({ app }) => {
  const session = await sessionIn(app, 4 * day);
  await aFreeBooking(app, session);
  await pass(app, 2 * day);
  await moveTo(app, session.id, inMinutes(app, 5 * hour));
  await pass(app, 1);
  expect(await reminded(app)).toEqual([]);
  await pass(app, 4 * hour);
  expect(await reminded(app)).toEqual(["1h"]);
});

test("counts a day as 24 hours over a clock change, and shows the attendee's new time", async ({ app }) => {
  // New York puts its clocks back at 2 AM on this day, London a week before.
  const startTime = new Date("2027-11-07T23:30:00Z");
  const session = await aSession(app.db, { priceMinor: 0, startTime });
  const visitor = { timeZone: "America/New_York" };
  const { attendeeEmail } = await aFreeBooking(app, session, { visitor });
  const minutesUntil = (instant: string) => (new Date(instant).getTime() - app.clock.now().getTime()) / 60_000;
  await pass(app, minutesUntil("2027-11-06T23:29:00Z"));
  expect(await reminded(app)).toEqual([]);
  await pass(app, 1);
  const [mail] = await mailsOf(app, "session-reminder", attendeeEmail);
  expect(mail!.text).toMatch(/^When +Sunday, November 7, 2027\n +6:30 PM EST, 1h$/m);
});

test("tells the instructor once, a day before, of an online session without a joining link", async ({ app }) => {
  const session = await sessionIn(app, 2 * day, { title: "Dusk", zoomLink: null });
  await sessionIn(app, 2 * day, { zoomLink: null, isPublished: false });
  await sessionIn(app, 2 * day, { zoomLink: null, cancelledAt: app.clock.now() });
  await sessionIn(app, 2 * day, { zoomLink: null, locationType: "onsite" });
  await sessionIn(app, 2 * day);
  await aFreeBooking(app, session);
  await pass(app, day - 1);
  expect(await recipientsOf(app, "admin-missing-link")).toEqual([]);
  app.clock.moveBy(1);
  await Promise.all(Array.from({ length: 4 }, () => sendReminders(app.services)));
  await pass(app, hour);
  const { adminEmail, siteUrl } = app.services.settings;
  const [mail, ...others] = await mailsOf(app, "admin-missing-link", adminEmail);
  expect([mail!.subject.startsWith("No joining link yet: Dusk, "), others]).toEqual([true, []]);
  expect(mail!.text).toMatch(/^Booked +1$/m);
  expect(mail!.text).toContain(`${siteUrl}/admin/sessions/${session.id}/edit`);

  await app.db
    .update(liveSessions)
    .set({ startTime: inMinutes(app, 2 * day) })
    .where(eq(liveSessions.id, session.id));
  await pass(app, day);
  expect(await recipientsOf(app, "admin-missing-link")).toEqual([adminEmail, adminEmail]);
});
