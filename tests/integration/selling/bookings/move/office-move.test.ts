import { eq } from "drizzle-orm";
import { auditEntries, liveSessions, sessionBookings, sessionCategories, siteSettings } from "@db/schema";
import { readHealthNote } from "@server/selling/bookings/health/health-notes";
import { detailsInWords } from "@server/office/operations/audit/describe-entry";
import { refusalOf } from "../../../../support/accounts";
import { anAdmin, auditOf } from "../../../../support/admin-sessions";
import { mailsOf } from "../../../../support/bookings";
import { aPaidBooking, findOnlyMail, readBooking, refundsOf, statusOf } from "../../../../support/money";
import { aMoveOf, hoursFrom, movesOf, twoDates } from "../../../../support/moves";
import { aBookingOf, aHold, aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { bookTickets } from "../../../../support/tickets";
import { aFullSession, joinWaitlist, mailedTo, waitlistStatuses } from "../../../../support/waitlist";

type Session = { id: string };
type Office = Awaited<ReturnType<typeof anAdmin>>["api"];
type Ticks = { isLate?: boolean; isFreeOfCharge?: boolean };

/** Moves a booking from the back office. */
async function officeMove(app: TestApp, api: Office, booking: { bookingId: string }, to: Session, ticks: Ticks = {}) {
  const { bookingId } = booking;
  const from = { id: (await readBooking(app, bookingId)).sessionId };
  return api.bookings.attendees.move({ ...(await aMoveOf(app, { bookingId }, from, to)), ...ticks });
}

const sessionOf = async (app: TestApp, { bookingId }: { bookingId: string }) =>
  (await readBooking(app, bookingId)).sessionId;

test("moves a paid booking for the instructor, records it and tells the attendee", async ({ app }) => {
  const { from, to } = await twoDates(app, { maxAttendees: 4 });
  const { api } = await anAdmin(app);
  const booking = await bookTickets(app, from, { quantity: 2 });
  const form = await api.bookings.attendees.getMoveForm({ ...booking, to: to.id });
  expect(form).toMatchObject({ standing: { kind: "in_time" }, agreed: "£36.00", chosen: { id: to.id, isLike: true } });
  await officeMove(app, api, booking, to);
  expect(await readBooking(app, booking.bookingId)).toMatchObject({ sessionId: to.id, status: "completed" });
  expect(await movesOf(app, booking.bookingId)).toEqual([{ from: from.id, to: to.id }]);
  expect(await refundsOf(app, booking.bookingId)).toEqual([]);
  expect(await auditOf(app, booking.bookingId)).toEqual(["booking.moved"]);
  const [moved] = await app.db.select().from(auditEntries).where(eq(auditEntries.action, "booking.moved"));
  expect(detailsInWords(moved!.details)).toMatch(
    /^From Evening Wind-Down, .* to Evening Wind-Down, \w{3}, [^,]+, \d{4}, [^,]+$/,
  );
  const { attendeeEmail } = await readBooking(app, booking.bookingId);
  const [mail] = await mailsOf(app, "booking-moved", attendeeEmail);
  expect(mail!.text).toContain("I have moved your place to the date below, and there is nothing more to pay.");
  expect(mail!.attachments).toHaveLength(2);
  expect((await findOnlyMail(app, "admin-booking-moved")).props).toMatchObject({ isByInstructor: true });
});

test("moves too late, and after the start, only where the instructor says so", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const { api } = await anAdmin(app);
  const { attendees } = api.bookings;
  const booking = await aPaidBooking(app, from);
  const refusal = () => refusalOf(officeMove(app, api, booking, to));
  app.clock.moveBy(60 * 60);
  expect((await attendees.getMoveForm(booking)).standing).toEqual({
    kind: "late",
    why: "They could move it themselves until 24 hours before the start.",
  });
  expect(await refusal()).toEqual({ code: "invalid", message: "Tick this box if they may move all the same." });
  app.clock.moveBy(13 * 60);
  expect((await attendees.getMoveForm(booking)).standing).toMatchObject({ kind: "late", why: /begun/ });
  expect(await refusal()).toEqual({ code: "invalid", message: "Tick this box if they may move all the same." });
  expect(await sessionOf(app, booking)).toBe(from.id);

  await attendees.checkIn({ ticketId: booking.bookingId, isHere: true });
  const here = await refusalOf(officeMove(app, api, booking, to, { isLate: true }));
  expect(here).toMatchObject({ code: "closed", message: expect.stringContaining("They were there.") as string });
  await attendees.checkIn({ ticketId: booking.bookingId, isHere: false });
  await officeMove(app, api, booking, to, { isLate: true });
  expect(await sessionOf(app, booking)).toBe(to.id);
  const [moved] = await app.db.select().from(auditEntries).where(eq(auditEntries.action, "booking.moved"));
  expect(detailsInWords(moved!.details)).toMatch(/, although it was too late$/);
});

test("asks for no such word where attendees can’t cancel by themselves", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const { api } = await anAdmin(app);
  const booking = await aPaidBooking(app, from);
  await app.db.insert(siteSettings).values({ key: "isCancellingOn", value: false });
  await officeMove(app, api, booking, to);
  expect(await sessionOf(app, booking)).toBe(to.id);
});

test.for([
  { what: "price", values: { priceMinor: 2500, enteredPriceMinor: 2500 } },
  { what: "currency", values: { enteredCurrency: "EUR" as const } },
  { what: "category", values: { category: "Birth" } },
  { what: "free price", values: { priceMinor: 0, enteredPriceMinor: 0 } },
])("moves to a date of another $what only free of charge, and no money moves", async ({ values }, { app }) => {
  const { from } = await twoDates(app);
  await app.db.insert(sessionCategories).values({ name: "Birth" });
  const to = await aSession(app.db, { startTime: hoursFrom(app, 100), ...values });
  const { api } = await anAdmin(app);
  const booking = await aPaidBooking(app, from);
  const { like, unlike } = await api.bookings.attendees.getMoveForm(booking);
  expect([like.map(({ id }) => id).includes(to.id), unlike.map(({ id }) => id)]).toEqual([false, [to.id]]);
  const refused = await refusalOf(officeMove(app, api, booking, to));
  expect(refused).toMatchObject({
    code: "invalid",
    message: expect.stringMatching(/^This date has another price/) as string,
  });
  await officeMove(app, api, booking, to, { isFreeOfCharge: true });
  expect(await sessionOf(app, booking)).toBe(to.id);
  expect(await app.as().bookings.getManaged(booking)).toMatchObject({ paid: { amount: "£18.00", isDue: false } });
  await app.runJobs();
  expect(await refundsOf(app, booking.bookingId)).toEqual([]);
  // What was paid goes back as before.
  await app.as().bookings.cancel(booking);
  await app.runJobs();
  expect(await refundsOf(app, booking.bookingId)).toEqual(["1800 succeeded"]);
});

test("names the title that was left in both mails, where the new date has another", async ({ app }) => {
  const { from } = await twoDates(app);
  const to = await aSession(app.db, { startTime: hoursFrom(app, 100), title: "Morning Breath" });
  const { api } = await anAdmin(app);
  await officeMove(app, api, await aPaidBooking(app, from), to);
  for (const template of ["booking-moved", "admin-booking-moved"] as const) {
    const before = expect.stringMatching(/^Evening Wind-Down, \w+, /) as string;
    expect((await findOnlyMail(app, template)).props).toMatchObject({ before });
  }
});

test("refuses holds, cancelled bookings, removed ones, full dates, drafts and cancelled sessions", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const { api } = await anAdmin(app);
  const every = { isLate: true, isFreeOfCharge: true };
  const says = async (booking: { bookingId: string }, session: Session = to) =>
    (await refusalOf(officeMove(app, api, booking, session, every))).message;
  const dateWith = (values: object) => aSession(app.db, { startTime: hoursFrom(app, 90), ...values });
  expect(await says(await aHold(app, from))).toBe("This booking is not paid yet. It can be moved once it is paid.");
  const booking = await bookTickets(app, from, { quantity: 2 });
  expect(await says(booking, await dateWith({ maxAttendees: 1 }))).toContain("fully booked now");
  expect(await says(booking, await dateWith({ isPublished: false }))).toContain("can no longer be booked");
  expect(await says(booking, await dateWith({ cancelledAt: new Date() }))).toContain("can no longer be booked");
  expect(await says(booking, await dateWith({ startTime: new Date(0) }))).toContain("can no longer be booked");
  await app.as().bookings.cancel(booking);
  expect(await says(booking)).toBe("This booking is cancelled, so there is nothing left to move.");
  const gone = await aPaidBooking(app, from);
  await api.bookings.attendees.remove(gone);
  expect(await says(gone)).toBe("Booking not found");
  expect(await sessionOf(app, gone)).toBe(from.id);
});

test("moves once when the same form is posted twice at once, and refuses a page of the old date", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const { api } = await anAdmin(app);
  const { bookingId } = await aPaidBooking(app, from);
  const form = await aMoveOf(app, { bookingId }, from, to);
  const { move } = api.bookings.attendees;
  await Promise.all([move(form), move(form)]);
  expect(await auditOf(app, bookingId)).toEqual(["booking.moved"]);
  const { to: third } = await twoDates(app);
  const stale = await refusalOf(move(await aMoveOf(app, { bookingId }, from, third)));
  expect(stale.message).toBe("This booking has just been moved. Please check it and try again.");
  const fresh = await aMoveOf(app, { bookingId }, to, third);
  await app.db.update(liveSessions).set({ version: 7 }).where(eq(liveSessions.id, third.id));
  expect((await refusalOf(move(fresh))).code).toBe("changed_meanwhile");
});

test("offers the place that becomes free to the waitlist, and takes none that is offered to another", async ({
  app,
}) => {
  const from = await aFullSession(app);
  const to = await aSession(app.db, { priceMinor: 0, startTime: hoursFrom(app, 240) });
  const [waiting] = await joinWaitlist(app, from);
  const [booked] = await app.db.select().from(sessionBookings);
  const { api } = await anAdmin(app);
  await officeMove(app, api, { bookingId: booked!.id }, to);
  expect(await waitlistStatuses(app, from)).toEqual(["offered"]);
  expect(await mailedTo(app, waiting!.email)).toEqual(["waitlist-joined", "waitlist-offer"]);
  const back = await refusalOf(officeMove(app, api, { bookingId: booked!.id }, from));
  expect(back.code).toBe("sold_out");
});

test("leaves the health statement as the attendee confirmed it", async ({ app }) => {
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const { bookingId } = await app.as().bookings.create({ ...aBookingOf(from), healthNote: "asthma" });
  await app.db.insert(siteSettings).values({ key: "health", value: { text: "Ask your doctor.", version: 3 } });
  const { api } = await anAdmin(app);
  await officeMove(app, api, { bookingId }, to);
  const moved = await readBooking(app, bookingId);
  expect([moved.healthVersion, await statusOf(app, bookingId)]).toEqual([null, "completed free"]);
  expect(readHealthNote(app.services.settings, moved)).toBeNull();
});
