import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { liveSessions, sessionBookings, siteSettings } from "@db/schema";
import { anAccount } from "../../../../support/accounts";
import { aPaidBooking, mailedTemplates, readBooking } from "../../../../support/money";
import { aMoveOf, hoursFrom, movesOf, moveTo, twoDates } from "../../../../support/moves";
import { readHealthNote } from "@server/selling/bookings/health/health-notes";
import { aBookingOf, aHold, takePlace } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { bookTickets } from "../../../../support/tickets";
import { cancelOneBooking, joinWaitlist, waitlistStatuses } from "../../../../support/waitlist";

const sessionOf = async (app: TestApp, bookingId: string) => (await readBooking(app, bookingId)).sessionId;

const change = (app: TestApp, { id }: { id: string }, values: Partial<typeof liveSessions.$inferInsert>) =>
  app.db.update(liveSessions).set(values).where(eq(liveSessions.id, id));

test("shows and moves a booking only by the mailed link or to its member", async ({ app }) => {
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const [me, other] = [await anAccount(app.db), await anAccount(app.db)];
  const admin = await anAccount(app.db, { role: "admin" });
  const { bookingId } = await app.as({ user: me }).bookings.create(aBookingOf(from));
  const form = await aMoveOf(app, { bookingId }, from, to);
  for (const by of [{}, { user: other }, { user: admin }]) {
    for (const key of [undefined, "0".repeat(64)]) {
      const { bookings } = app.as(by);
      await expect(bookings.move({ ...form, key })).rejects.toThrow("Booking not found");
      await expect(bookings.getMoveForm({ bookingId, key, to: to.id })).rejects.toThrow("Booking not found");
    }
  }
  expect(await sessionOf(app, bookingId)).toBe(from.id);
  await app.as({ user: me }).bookings.move(form);
  expect(await sessionOf(app, bookingId)).toBe(to.id);
});

test("moves once when the same form is posted twice, at once and a day later", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const form = await aMoveOf(app, booking, from, to);
  await Promise.all([app.as().bookings.move(form), app.as().bookings.move(form)]);
  expect(await movesOf(app, booking.bookingId)).toHaveLength(1);
  await moveTo(app, booking, { from: to, to: from });
  await app.as().bookings.move(form);
  expect(await sessionOf(app, booking.bookingId)).toBe(from.id);
  expect((await mailedTemplates(app)).filter((template) => template === "booking-moved")).toHaveLength(2);
});

test("refuses a second tab that still shows the old date, unless it chose the same new one", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const { to: third } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const [same, another] = [await aMoveOf(app, booking, from, to), await aMoveOf(app, booking, from, third)];
  await moveTo(app, booking, { from, to });
  await app.as().bookings.move(same);
  await expect(app.as().bookings.move(another)).rejects.toThrow("This booking has just been moved.");
  expect(await movesOf(app, booking.bookingId)).toEqual([{ from: from.id, to: to.id }]);
});

test.for([
  {
    what: "start",
    values: { startTime: new Date("2040-01-01"), version: 2 },
    says: "This date has just changed.",
  },
  { what: "price", values: { priceMinor: 2000, enteredPriceMinor: 2000 }, says: "no longer has the same price" },
  { what: "currency", values: { enteredCurrency: "EUR" as const }, says: "no longer has the same price" },
  { what: "places", values: { maxAttendees: 1 }, says: "This date is fully booked now." },
  { what: "publication", values: { isPublished: false }, says: "This date can no longer be booked." },
  { what: "cancellation", values: { cancelledAt: new Date() }, says: "This date can no longer be booked." },
  { what: "beginning", values: { startTime: new Date(0) }, says: "This date can no longer be booked." },
])("refuses a date whose $what has changed since it was shown", async ({ values, says }, { app }) => {
  const { from, to } = await twoDates(app);
  const booking = await bookTickets(app, from, { quantity: 2 });
  const form = await aMoveOf(app, booking, from, to);
  await change(app, to, values);
  await expect(app.as().bookings.move(form)).rejects.toThrow(says);
  expect(await sessionOf(app, booking.bookingId)).toBe(from.id);
});

test("refuses to move what can no longer be cancelled, is unpaid or was cancelled", async ({ app }) => {
  const { from, to } = await twoDates(app);
  const booking = await aPaidBooking(app, from);
  const { bookingId } = await aHold(app, from);
  const hold = { bookingId, key: (await readBooking(app, bookingId)).manageKey };
  const says = (ref: typeof hold) =>
    moveTo(app, ref, { from, to }).then(
      () => "moved",
      (error: Error) => error.message,
    );
  expect(await says(hold)).toBe("This booking is not paid yet. Please complete the payment first.");
  app.clock.moveBy(49 * 60);
  expect(await says(booking)).toBe("You can no longer move this booking online. Please write to me.");
  app.clock.moveBy(-49 * 60);
  await app.db.insert(siteSettings).values({ key: "isCancellingOn", value: false });
  expect(await says(booking)).toBe("You can no longer move this booking online. Please write to me.");
  await app.db.delete(siteSettings);
  await app.as().bookings.cancel(booking);
  expect(await says(booking)).toBe("There is nothing left to move.");
});

test("overtakes neither an open offer of the waitlist nor a held place", async ({ app }) => {
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const { bookingId } = await app.as().bookings.create(aBookingOf(from));
  const booking = { bookingId, key: (await readBooking(app, bookingId)).manageKey };
  await change(app, to, { maxAttendees: 1 });
  await takePlace(app.db, to);
  await joinWaitlist(app, to);
  await cancelOneBooking(app, to);
  expect(await waitlistStatuses(app, to)).toEqual(["offered"]);
  expect((await app.as().bookings.getMoveForm(booking)).dates).toEqual([]);
  await expect(moveTo(app, booking, { from, to })).rejects.toThrow("This date is fully booked now.");
  const held = await twoDates(app, { maxAttendees: 1 });
  await aHold(app, held.to);
  const paid = await aPaidBooking(app, held.from);
  await expect(moveTo(app, paid, held)).rejects.toThrow("This date is fully booked now.");
});

test("asks for the health statement again only if it is newer than the confirmed one", async ({ app }) => {
  const statement = (version: number) => {
    const row = { key: "health", value: { text: "Ask your doctor.", version } };
    return app.db.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
  };
  await statement(1);
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const form = { ...aBookingOf(from), healthVersion: 1, healthNote: "asthma" };
  const { bookingId } = await app.as().bookings.create(form);
  const booking = { bookingId, key: (await readBooking(app, bookingId)).manageKey };
  await moveTo(app, booking, { from, to });
  await statement(2);
  const asked = await app.as().bookings.getMoveForm({ ...booking, to: from.id });
  expect(asked.health).toEqual({ text: "Ask your doctor.", version: 2 });
  expect(JSON.stringify(asked)).not.toContain("asthma");
  await expect(moveTo(app, booking, { from: to, to: from, healthVersion: 1 })).rejects.toThrow("Please read this");
  // What another member has confirmed does not count for the guest.
  const reader = await anAccount(app.db);
  await app.as({ user: reader }).bookings.create({ ...aBookingOf(to), healthVersion: 2 });
  const byReader = { from: to, to: from, by: { user: reader } };
  await expect(moveTo(app, booking, byReader)).rejects.toThrow("Please read this");
  await moveTo(app, booking, { from: to, to: from, healthVersion: 2 });
  const moved = await readBooking(app, bookingId);
  expect(moved.healthVersion).toBe(2);
  expect(readHealthNote(app.services.settings, moved)).toBe("asthma");
});

test("moves a booking whose form key is in use in the other session", async ({ app }) => {
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const formKey = randomUUID();
  const { bookingId } = await app.as().bookings.create(aBookingOf(from, { formKey }));
  await app.as().bookings.create(aBookingOf(to, { formKey }));
  const { manageKey: key } = await readBooking(app, bookingId);
  await moveTo(app, { bookingId, key }, { from, to });
  expect(await app.db.$count(sessionBookings, eq(sessionBookings.sessionId, to.id))).toBe(2);
});

test("moves into a session that begins before the booked one", async ({ app }) => {
  const { from, to } = await twoDates(app);
  await change(app, to, { startTime: hoursFrom(app, 3) });
  const booking = await aPaidBooking(app, from);
  await moveTo(app, booking, { from, to });
  expect(await sessionOf(app, booking.bookingId)).toBe(to.id);
});
