import { eq } from "drizzle-orm";
import { sessionBookings, siteSettings } from "@db/schema";
import {
  anAdmin,
  aSessionForm,
  changeSeen,
  changeSession as edit,
  createSession,
  editSession,
  readSession,
} from "../../../support/admin-sessions";
import { aFreeBooking, mailsOf, recipientsOf } from "../../../support/bookings";
import { readEventFile } from "../../../support/calendar";
import { aPaidBooking } from "../../../support/money";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** 7:30 PM in London, 2:30 PM in New York. */
const startTime = new Date("2027-12-01T19:30:00Z");
const later = new Date("2027-12-02T20:00:00Z");
const inNewYork = { visitor: { timeZone: "America/New_York" } };
const aFreeSession = (app: TestApp, values: Parameters<typeof aSession>[1] = {}) =>
  aSession(app.db, { priceMinor: 0, startTime, ...values });

test("mails a new time to every attendee in their own zone, with the old one", async ({ app }) => {
  const session = await aFreeSession(app);
  const { id, attendeeEmail, manageKey } = await aFreeBooking(app, session, inNewYork);
  const after = await edit(app, session.id, { startTime: later });
  expect(after).toMatchObject({ calendarSequence: 1, rescheduledAt: app.clock.now() });
  const [mail] = await mailsOf(app, "session-changed", attendeeEmail);
  expect(mail!.subject).toBe("Your session has changed: Evening Wind-Down");
  expect(mail!.text).toMatch(/^When +Thursday, December 2, 2027\n +3:00 PM EST, 1h$/m);
  expect(mail!.text).toMatch(/^Before +Wednesday, December 1, 2027, 2:30 PM EST, 1h$/m);
  expect(mail!.text).toContain("Your session has a new time. Your place is still booked");
  expect(mail!.text).toContain("you can cancel for free until we start");
  expect(mail!.text).toContain(`/bookings/${id}?key=${manageKey}`);
});

test("attaches a newer version of the confirmation's calendar event", async ({ app }) => {
  const session = await aFreeSession(app);
  const { id, attendeeEmail } = await aFreeBooking(app, session);
  await edit(app, session.id, { startTime: later, durationMinutes: 90 });
  const [confirmation] = await mailsOf(app, "booking-confirmation", attendeeEmail);
  const [changed] = await mailsOf(app, "session-changed", attendeeEmail);
  const [first, second] = [confirmation!, changed!].map((mail) => readEventFile(mail.attachments![0]!.content));
  expect(first).toMatchObject({ method: "PUBLISH", sequence: 0, start: startTime });
  expect([first!.location, second!.location]).toEqual(Array(2).fill(expect.stringContaining(`/join/${id}?key=`)));
  expect(second).toMatchObject({
    uid: first!.uid,
    method: "PUBLISH",
    sequence: 1,
    start: later,
    end: new Date("2027-12-02T21:30:00Z"),
  });
});

test("mails a new location with the old one", async ({ app }) => {
  const place = { locationType: "onsite" as const, address: "14 Lamb Lane", city: "London", postCode: "E8 3PN" };
  const session = await aFreeSession(app, place);
  const { attendeeEmail } = await aFreeBooking(app, session);
  await edit(app, session.id, { address: "2 Mare Street" });
  const [mail] = await mailsOf(app, "session-changed", attendeeEmail);
  expect(mail!.text).toContain("Your session has a new place.");
  expect(mail!.text).toMatch(/^Where +2 Mare Street\n +London, E8 3PN$/m);
  expect(mail!.text).toMatch(/^Before +14 Lamb Lane\n +London, E8 3PN$/m);
});

test("tells of a new room, to which the same link leads, without extending the cancellation window", async ({
  app,
}) => {
  const session = await aFreeSession(app);
  const { id, attendeeEmail } = await aFreeBooking(app, session);
  const after = await edit(app, session.id, { zoomLink: "https://zoom.example/j/2" });
  expect(after).toMatchObject({ calendarSequence: 1, rescheduledAt: null });
  const [mail] = await mailsOf(app, "session-changed", attendeeEmail);
  expect(mail!.text).toContain("Your session has a new room online");
  expect(mail!.text).toContain(`/join/${id}?key=`);
  expect(mail!.text).not.toContain("zoom.example");
  expect(mail!.text).not.toMatch(/^Before/m);
});

test("mails nothing about other edits", async ({ app }) => {
  const session = await aFreeSession(app);
  await aFreeBooking(app, session);
  const after = await edit(app, session.id, { title: "Morning Rise", priceMinor: 500, enteredPriceMinor: 500 });
  expect(after).toMatchObject({ calendarSequence: 0, rescheduledAt: null });
  expect(await recipientsOf(app, "session-changed")).toEqual([]);
});

test("mails each change once, two changes twice", async ({ app }) => {
  const session = await aFreeSession(app);
  const { attendeeEmail } = await aFreeBooking(app, session);
  await edit(app, session.id, { startTime: later });
  await edit(app, session.id, { startTime: later });
  expect(await mailsOf(app, "session-changed", attendeeEmail)).toHaveLength(1);
  await edit(app, session.id, { startTime });
  expect(await mailsOf(app, "session-changed", attendeeEmail)).toHaveLength(2);
});

test("mails nothing to unpaid holds and cancelled bookings", async ({ app }) => {
  const session = await aSession(app.db, { startTime });
  await aHold(app, session);
  const other = await aHold(app, session);
  await app.db
    .update(sessionBookings)
    .set({ status: "cancelled", paymentStatus: "cancelled" })
    .where(eq(sessionBookings.id, other.bookingId));
  await edit(app, session.id, { startTime: later });
  expect(await recipientsOf(app, "session-changed")).toEqual([]);
});

test.for([
  { what: "has begun", values: { startTime: new Date("2026-01-01T09:00:00Z") } },
  { what: "is cancelled", values: { cancelledAt: new Date(), startTime: later } },
])("mails nothing about a session that $what", async ({ values }, { app }) => {
  const session = await aFreeSession(app);
  await aFreeBooking(app, session);
  await edit(app, session.id, values);
  expect(await recipientsOf(app, "session-changed")).toEqual([]);
});

test("asks for an answer instead where cancelling is turned off", async ({ app }) => {
  await app.db.insert(siteSettings).values({ key: "isCancellingOn", value: false });
  const session = await aFreeSession(app);
  const { attendeeEmail } = await aFreeBooking(app, session);
  await edit(app, session.id, { startTime: later });
  const [mail] = await mailsOf(app, "session-changed", attendeeEmail);
  expect(mail!.text).toContain("If it no longer suits you, reply to this email.");
});

test("asks before people are told of a new time or place, and saves only what was shown", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await createSession(admin, app);
  await aFreeBooking(app, session);
  const later = { startsAt: "2031-12-03T08:00", durationMinutes: 90 };
  const { version } = await admin.api.sessions.getForm({ id: session.id });
  const edit = (values: object) =>
    admin.api.sessions.edit({ ...aSessionForm({ ...later, ...values }), id: session.id, version });
  const timeTold = {
    label: "Time",
    before: "Tuesday, December 2, 2031, 7:30 PM GMT, 1h",
    after: "Wednesday, December 3, 2031, 8:00 AM GMT, 1h 30min",
  };
  const first = await edit({});
  expect(first).toMatchObject({ outcome: "preview", people: 1, parts: [timeTold] });
  const agreedChange = await changeSeen(Promise.resolve(first));
  // Another time, another place or another person: it is shown again.
  expect(await edit({ startsAt: "2031-12-03T09:00", agreedChange })).toMatchObject({ outcome: "preview" });
  const elsewhere = { locationType: "onsite", address: "14 Lamb Lane", city: "London", agreedChange };
  expect(await edit(elsewhere)).toMatchObject({
    parts: [{ label: "Time" }, { label: "Place", before: "Online", after: "14 Lamb Lane, London" }],
  });
  await aFreeBooking(app, session);
  const second = await edit({ agreedChange });
  expect(second).toMatchObject({ outcome: "preview", people: 2 });
  expect([await readSession(app, session.id), await recipientsOf(app, "session-changed")]).toMatchObject([
    { version: 1, startTime: session.startTime },
    [],
  ]);
  const seen = await changeSeen(Promise.resolve(second));
  expect(await edit({ agreedChange: seen })).toEqual({ outcome: "saved", isMovedIntoPast: false });
  expect(await recipientsOf(app, "session-changed")).toHaveLength(2);
  expect(await edit({ agreedChange: seen })).toEqual({ outcome: "saved", isMovedIntoPast: false });
});

test("asks nothing where no mail goes out about a time or place", async ({ app }) => {
  const admin = await anAdmin(app);
  const startTime = new Date("2031-12-02T19:30:00Z");
  const edit = async ({ id }: { id: string }, values: object) =>
    (await editSession(admin, id, { price: "18", ...values })).outcome;
  const later = { startsAt: "2031-12-03T08:00" };
  const held = await aSession(app.db, { startTime });
  await aHold(app, held);
  expect(await edit(held, later)).toBe("saved");
  const booked = await aSession(app.db, { startTime });
  await aPaidBooking(app, booked);
  expect(await edit(booked, { zoomLink: "https://zoom.example/j/2", title: "Morning Rise" })).toBe("saved");
  expect(await edit(booked, { startsAt: "2001-12-03T08:00" })).toBe("saved");
  const cancelled = await aSession(app.db, { startTime });
  await aPaidBooking(app, cancelled);
  await admin.api.sessions.cancel({ id: cancelled.id });
  expect(await edit(cancelled, later)).toBe("saved");
});
