import { eq } from "drizzle-orm";
import { bookingTickets, liveSessions, payments, sessionBookings } from "@db/schema";
import { sendReminders } from "@server/office/managing/send-reminders";
import { anAccount, refusalOf } from "../../../../support/accounts";
import { mailsOf } from "../../../../support/bookings";
import { readEventFile } from "../../../../support/calendar";
import { aPaidBooking, findOnlyMail, readBooking, refundsOf, statusOf } from "../../../../support/money";
import { hoursFrom, movesOf, moveTo, twoDates } from "../../../../support/moves";
import { aBookingOf, aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { bookTickets } from "../../../../support/tickets";
import { aFullSession, joinWaitlist, mailedTo, waitlistStatuses } from "../../../../support/waitlist";

const formOf = (app: TestApp, ref: { bookingId: string; key?: string }, to?: string) =>
  app.as().bookings.getMoveForm({ ...ref, to });

test("offers the other dates of the same category and price that have enough places", async ({ app }) => {
  const { from, to } = await twoDates(app, { maxAttendees: 4 });
  const later = (values: object) => aSession(app.db, { startTime: hoursFrom(app, 100), maxAttendees: 4, ...values });
  await later({ priceMinor: 2000 });
  await later({ isPublished: false });
  await later({ cancelledAt: app.clock.now() });
  await later({ startTime: hoursFrom(app, -1) });
  await later({ enteredCurrency: "EUR" });
  await later({ maxAttendees: 1 });
  const booking = await bookTickets(app, from, { quantity: 2 });
  const form = await formOf(app, booking);
  expect(form.dates.map(({ id }) => id)).toEqual([to.id]);
  expect(form.chosen).toBeNull();
  expect((await formOf(app, booking, from.id)).chosen).toBeNull();
  expect((await formOf(app, booking, to.id)).chosen).toMatchObject({ id: to.id, version: 1 });
});

test("moves a paid booking with its tickets, money, link and reference", async ({ app }) => {
  const { from, to } = await twoDates(app, { maxAttendees: 4 });
  const booking = await bookTickets(app, from, { quantity: 3, ticketNames: "Ben\nCleo" });
  const before = await app.as().bookings.getManaged(booking);
  expect(before.movePath).toBe(`/bookings/${booking.bookingId}/move?key=${booking.key}`);
  await moveTo(app, booking, { from, to });
  const after = await app.as().bookings.getManaged(booking);
  expect(after).toMatchObject({
    session: { id: to.id },
    state: "completed paid",
    joinPath: before.joinPath,
    reference: before.reference,
    tickets: before.tickets,
    quantity: 3,
    paid: before.paid,
  });
  expect(await movesOf(app, booking.bookingId)).toEqual([{ from: from.id, to: to.id }]);
  expect(await app.as().bookings.getConfirmation(booking)).toMatchObject({ state: "booked", session: { id: to.id } });
  expect(await app.db.select().from(payments)).toMatchObject([{ bookingId: booking.bookingId, state: "paid" }]);
  expect(await refundsOf(app, booking.bookingId)).toEqual([]);
});

test("returns exactly what was paid when tickets and then the booking are cancelled after a move", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await bookTickets(app, from, { quantity: 3 });
  await moveTo(app, booking, { from, to });
  await app.as().bookings.cancelTicket({ ...booking, ticketId: booking.ticketIds[1]! });
  await app.as().bookings.cancel(booking);
  await app.runJobs();
  expect(await refundsOf(app, booking.bookingId)).toEqual(["1800 succeeded", "3600 succeeded"]);
  expect(await statusOf(app, booking.bookingId)).toBe("cancelled refunded");
});

test("moves a booking that has lost a ticket with the rest of its tickets", async ({ app }) => {
  const { from, to } = await twoDates(app, { maxAttendees: 2 });
  await app.db.update(liveSessions).set({ maxAttendees: 3 }).where(eq(liveSessions.id, from.id));
  const booking = await bookTickets(app, from, { quantity: 3 });
  await app.as().bookings.cancelTicket({ ...booking, ticketId: booking.ticketIds[0]! });
  await moveTo(app, booking, { from, to });
  expect(await readBooking(app, booking.bookingId)).toMatchObject({ sessionId: to.id, quantity: 2 });
});

test("offers the places it leaves to the waitlist", async ({ app }) => {
  const from = await aFullSession(app);
  const to = await aSession(app.db, { priceMinor: 0, startTime: hoursFrom(app, 240) });
  const [waiting] = await joinWaitlist(app, from);
  const [booking] = await app.db.select().from(sessionBookings);
  await moveTo(app, { bookingId: booking!.id, key: booking!.manageKey }, { from, to });
  expect(await waitlistStatuses(app, from)).toEqual(["offered"]);
  expect(await mailedTo(app, waiting!.email)).toEqual(["waitlist-joined", "waitlist-offer"]);
});

test("mails one file that cancels the old event and one with the new event", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const { attendeeEmail } = await readBooking(app, booking.bookingId);
  await moveTo(app, booking, { from, to });
  const [confirmation] = await mailsOf(app, "booking-confirmation", attendeeEmail);
  const [mail] = await mailsOf(app, "booking-moved", attendeeEmail);
  const [first] = confirmation!.attachments!.map(({ content }) => readEventFile(content));
  const [gone, next] = mail!.attachments!.map(({ content }) => readEventFile(content));
  expect(gone).toMatchObject({
    uid: first!.uid,
    method: "CANCEL",
    status: "CANCELLED",
    start: toSecond(from.startTime),
  });
  expect(gone!.sequence).toBeGreaterThan(first!.sequence);
  expect(next).toMatchObject({ method: "PUBLISH", status: "CONFIRMED", start: toSecond(to.startTime) });
  expect(next!.uid).not.toBe(first!.uid);
  expect(gone!.description).not.toContain("/join/");
  expect(next!.description).toContain(`/join/${booking.bookingId}?key=`);
  expect(mail!.text).toContain("Free cancellation until");
});

const toSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000);

test("tells the instructor which date was left and which was chosen", async ({ app }) => {
  const { from, to } = await twoDates(app, { maxAttendees: 5 });
  const booking = await bookTickets(app, from, { quantity: 2 });
  await moveTo(app, booking, { from, to });
  const { props, recipient } = await findOnlyMail(app, "admin-booking-moved");
  expect(recipient).toBe(app.services.settings.adminEmail);
  expect(props).toMatchObject({ places: { before: "0 of 5", now: "2 of 5" } });
});

test("puts the new date in place of the old one on the member's pages", async ({ app }) => {
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const user = await anAccount(app.db);
  const { bookingId } = await app.as({ user }).bookings.create(aBookingOf(from));
  await moveTo(app, { bookingId }, { from, to, by: { user } });
  const mine = app.as({ user }).bookings;
  expect((await mine.listMySessions({ when: "upcoming" })).sessions.map(({ id }) => id)).toEqual([to.id]);
  expect((await mine.listMine({})).bookings).toMatchObject([{ movePath: `/bookings/${bookingId}/move` }]);
  expect(await mine.getMine({ sessionId: from.id })).toEqual([]);
  expect(await mine.getMine({ sessionId: to.id })).toMatchObject([{ id: bookingId }]);
});

test("reminds of the new date only", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const { attendeeEmail } = await readBooking(app, booking.bookingId);
  await moveTo(app, booking, { from, to });
  app.clock.moveBy(49 * 60);
  await sendReminders(app.services);
  expect(await mailedTo(app, attendeeEmail)).not.toContain("session-reminder");
  app.clock.moveBy(168 * 60);
  await sendReminders(app.services);
  const reminder = await findOnlyMail(app, "session-reminder");
  expect(JSON.stringify(reminder.props)).toContain(`/join/${booking.bookingId}?key=`);
});

test("forgets a check-in of the old date, and one that a device sends after the move", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const admin = app.as({ user: await anAccount(app.db, { role: "admin" }) }).bookings.attendees;
  await admin.checkIn({ ticketId: booking.bookingId, sessionId: from.id, isHere: true });
  const tappedAt = app.clock.now().getTime();
  app.clock.moveBy(5);
  await moveTo(app, booking, { from, to });
  const late = { tappedAt, sentAt: app.clock.now().getTime() };
  expect(await admin.checkIn({ ticketId: booking.bookingId, isHere: true, tap: late })).toMatchObject({
    isHere: false,
  });
  expect(await app.db.select().from(bookingTickets)).toMatchObject([{ checkedInAt: null }]);
});

test("refuses a check-in from a page of the old date, which lists the booking as moved away", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const admin = app.as({ user: await anAccount(app.db, { role: "admin" }) }).bookings.attendees;
  expect((await admin.list({ sessionId: from.id })).movedAway).toEqual({ count: 0, bookings: [] });
  app.clock.moveBy(5);
  await moveTo(app, booking, { from, to });
  const here = { ticketId: booking.bookingId, isHere: true };
  const refused = await refusalOf(admin.checkIn({ ...here, sessionId: from.id }));
  expect(refused).toMatchObject({ code: "closed", message: "This booking has been moved to another session." });
  expect(await app.db.select().from(bookingTickets)).toMatchObject([{ checkedInAt: null }]);
  const { attendees, movedAway } = await admin.list({ sessionId: from.id });
  expect(attendees).toEqual([]);
  const { name } = (await admin.list({ sessionId: to.id })).attendees[0]!;
  const movedTo = expect.stringMatching(/^\w{3} \d+ \w{3}$/) as string;
  expect(movedAway).toEqual({ count: 1, bookings: [{ id: booking.bookingId, name, sessionId: to.id, movedTo }] });
  expect(await admin.checkIn({ ...here, sessionId: to.id })).toMatchObject({ isHere: true });
  await moveTo(app, booking, { from: to, to: from });
  expect((await admin.list({ sessionId: from.id })).movedAway.count).toBe(0);
  expect((await admin.list({ sessionId: to.id })).movedAway.bookings).toMatchObject([{ sessionId: from.id }]);
});

test("counts the cancellation window from the new date", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  await moveTo(app, booking, { from, to });
  app.clock.moveBy(70 * 60);
  expect((await app.as().bookings.getManaged(booking)).cancellation.kind).toBe("allowed");
  app.clock.moveBy(160 * 60);
  expect((await app.as().bookings.getManaged(booking)).cancellation.kind).toBe("write");
});

test("gives no extra right to cancel for a change that was made before the move", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  app.clock.moveBy(1);
  const soon = { startTime: hoursFrom(app, 5), rescheduledAt: app.clock.now() };
  await app.db.update(liveSessions).set(soon).where(eq(liveSessions.id, to.id));
  app.clock.moveBy(1);
  expect((await formOf(app, booking, to.id)).chosen!.terms).toBe("This session can no longer be cancelled");
  await moveTo(app, booking, { from, to });
  expect((await app.as().bookings.getManaged(booking)).cancellation.kind).toBe("write");
});

test("moves a place to be paid later", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const admin = app.as({ user: await anAccount(app.db, { role: "admin" }) }).bookings.attendees;
  const { firstName, lastName, email, formKey } = aBookingOf(from);
  await admin.add({ sessionId: from.id, firstName, lastName, email, formKey, payment: "transfer" });
  const [booking] = await app.db.select().from(sessionBookings);
  await moveTo(app, { bookingId: booking!.id, key: booking!.manageKey }, { from, to });
  expect(await readBooking(app, booking!.id)).toMatchObject({ sessionId: to.id, status: "confirmed" });
  expect((await findOnlyMail(app, "booking-moved")).props).toMatchObject({
    paid: { amount: "£18.00", isDue: true, isByTransfer: true },
  });
});

test("shows the admin which session a booking has left: in the order, on the list and with the person", async ({
  app,
}) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const { attendeeEmail } = await readBooking(app, booking.bookingId);
  const { orders, bookings, people } = app.as({ user: await anAccount(app.db, { role: "admin" }) });
  const ref = { kind: "booking", id: booking.bookingId } as const;
  expect((await orders.get(ref)).moves).toEqual([]);
  await moveTo(app, booking, { from, to });
  const left = [expect.stringMatching(/^Evening Wind-Down, .* \(moved /)];
  expect((await orders.get(ref)).moves).toEqual(left);
  expect((await bookings.attendees.list({ sessionId: to.id, page: 1 })).attendees).toMatchObject([{ moves: left }]);
  const [person] = (await people.list({ search: attendeeEmail })).people;
  expect((await people.get({ key: person!.key })).history.items).toMatchObject([{ moves: left }]);
});

test("does not delete a session from which a booking was moved", async ({ app }) => {
  const { from, to } = await twoDates(app);
  await moveTo(app, await aPaidBooking(app, from), { from, to });
  const admin = app.as({ user: await anAccount(app.db, { role: "admin" }) });
  await expect(admin.sessions.delete({ id: from.id })).rejects.toThrow("You can cancel it instead.");
});

test("leads a booking form that is posted again after the move to the moved booking", async ({ app }) => {
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const form = aBookingOf(from);
  const { bookingId } = await app.as().bookings.create(form);
  const { manageKey: key } = await readBooking(app, bookingId);
  await moveTo(app, { bookingId, key }, { from, to });
  expect(await app.as().bookings.create(form)).toMatchObject({ bookingId });
  expect(await app.db.$count(sessionBookings)).toBe(1);
});
