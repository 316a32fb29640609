import { liveSessions, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { mailsOf, readBooking } from "../../../support/bookings";
import {
  aHeldSlot,
  anOffer,
  aPaidSlot,
  aSlotForm,
  inDays,
  payFor,
  sessionOf,
  timesOf,
} from "../../../support/one-to-one";
import { expect, test } from "../../../support/test-app";

test("books a free time: a session with one place is made, paid, mailed and no longer offered", async ({ app }) => {
  const offer = await anOffer(app.db);
  const start = inDays(app, 3, 11);
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  const held = await aHeldSlot(app, offer, start);
  expect(await timesOf(app, offer, start)).toHaveLength(5);
  await payFor(app, held);
  const session = await sessionOf(app, held.bookingId);
  expect(session).toMatchObject({ title: offer.title, startTime: start, maxAttendees: 1, offerId: offer.id });
  expect((await readBooking(app, held.bookingId)).paymentStatus).toBe("paid");
  const [mail] = await mailsOf(app, "booking-confirmation", held.form.email);
  expect(mail!.text).toContain("11:00 AM");
  expect(mail!.attachments?.[0]?.content).toContain(`DTSTART:${start.toISOString().replace(/[-:]|\.\d+/g, "")}`);
});

test("shows the session to no one else: not in the schedule, by its address, in feeds or for another booking", async ({
  app,
}) => {
  const offer = await anOffer(app.db);
  const { bookingId } = await aPaidSlot(app, offer, inDays(app, 3, 11));
  const { id, title } = await sessionOf(app, bookingId);
  expect((await app.as().schedule.listUpcoming({ page: 1 })).sessions).toEqual([]);
  expect((await app.as().calendar.scheduleFeed()).text).not.toContain(title);
  await expect(app.as().schedule.get({ id })).rejects.toThrow("Session not found");
  await expect(app.as().bookings.getForm({ sessionId: id })).rejects.toThrow("Session not found");
  const form = { sessionId: id, firstName: "A", lastName: "B", email: "b@example.com", quote: "GBP:8000" };
  const formKey = "0b0b0b0b-0000-4000-8000-000000000000";
  await expect(app.as().bookings.create({ ...form, formKey })).rejects.toThrow("Session not found");
});

test("books once for a form that is sent twice", async ({ app }) => {
  const offer = await anOffer(app.db, { priceMinor: 0 });
  const form = await aSlotForm(app, offer, inDays(app, 3, 11));
  const [first, second] = await Promise.all([app.as().oneToOne.book(form), app.as().oneToOne.book(form)]);
  expect(first.bookingId).toBe(second.bookingId);
  expect((await app.as().oneToOne.book(form)).bookingId).toBe(first.bookingId);
  expect(await app.db.$count(liveSessions)).toBe(1);
});

test("refuses a time that is taken, outside the hours, too soon or in the past, whatever a form says", async ({
  app,
}) => {
  const offer = await anOffer(app.db, { noticeHours: 24 });
  await aPaidSlot(app, offer, inDays(app, 3, 11));
  const form = await aSlotForm(app, offer, inDays(app, 3, 12));
  for (const start of [
    inDays(app, 3, 11),
    inDays(app, 3, 9),
    inDays(app, 0, 23),
    inDays(app, -1, 11),
    inDays(app, 300, 11),
  ]) {
    await expect(app.as().oneToOne.book({ ...form, start: start.toISOString() })).rejects.toThrow("no longer free");
  }
  await expect(app.as().oneToOne.book({ ...form, quote: "GBP:1" })).rejects.toThrow(/price/i);
  expect(await app.db.$count(sessionBookings)).toBe(1);
});

test("frees the time when a hold lapses, and takes it again for a payment that comes late only if it is still free", async ({
  app,
}) => {
  const offer = await anOffer(app.db);
  const start = inDays(app, 3, 11);
  const [first, second] = [await aHeldSlot(app, offer, start), await aHeldSlot(app, offer, inDays(app, 3, 14))];
  app.clock.moveBy(60);
  await app.runJobs("release-unpaid");
  expect((await readBooking(app, first.bookingId)).status).toBe("cancelled");
  expect((await sessionOf(app, first.bookingId)).slotFreedAt).not.toBeNull();
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  const third = await aPaidSlot(app, offer, start);
  expect((await readBooking(app, third.bookingId)).status).toBe("completed");
  await expect(
    app.db
      .update(sessionBookings)
      .set({ status: "completed", paymentStatus: "paid" })
      .where(eq(sessionBookings.id, first.bookingId)),
  ).rejects.toThrow();
  expect((await readBooking(app, second.bookingId)).status).toBe("cancelled");
});

test("gives the money back and frees the time when the booking is cancelled", async ({ app }) => {
  const offer = await anOffer(app.db);
  const start = inDays(app, 3, 11);
  const { bookingId, key, form } = await aPaidSlot(app, offer, start);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect((await readBooking(app, bookingId)).paymentStatus).toBe("refunded");
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  const [mail] = await mailsOf(app, "booking-cancelled", form.email);
  expect(mail!.attachments?.[0]?.content).toContain("STATUS:CANCELLED");
});

test("moves a booking to another free time, which may overlap its own, with its money and answers", async ({ app }) => {
  const questions = [{ number: 1, kind: "text" as const, label: "What brings you?", isPrivate: true }];
  const offer = await anOffer(app.db, { stepMinutes: 30, bufferAfterMinutes: 30 }, { questions });
  const start = inDays(app, 3, 11);
  const { bookingId, key, form } = await aPaidSlot(app, offer, start, { answer1: "Sleep" });
  const shown = await app.as().bookings.getMoveForm({ bookingId, key });
  const wanted = shown.dates.find(({ startsAt }) => new Date(startsAt.iso).getTime() === start.getTime() + 30 * 60_000);
  const { chosen, formKey, from } = await app.as().bookings.getMoveForm({ bookingId, key, to: wanted!.id });
  const move = { bookingId, key, from, to: chosen!.id, version: chosen!.version, formKey };
  await app.as().bookings.move(move);
  await app.as().bookings.move(move);
  const session = await sessionOf(app, bookingId);
  expect(session.startTime.getTime()).toBe(start.getTime() + 30 * 60_000);
  expect((await readBooking(app, bookingId)).totalMinor).toBe(8000);
  const answers = await app.db.query.oneToOneAnswers.findMany();
  expect(answers.map(({ sessionId, answer }) => [sessionId, answer])).toEqual([[session.id, null]]);
  const mails = await mailsOf(app, "booking-moved", form.email);
  expect(mails).toHaveLength(1);
  expect(await app.db.$count(liveSessions)).toBe(2);
});
