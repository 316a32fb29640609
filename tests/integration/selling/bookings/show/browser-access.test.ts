import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { anAccount } from "../../../../support/accounts";
import { aFreeBooking, readBooking } from "../../../../support/bookings";
import { aPaidBooking, statusOf } from "../../../../support/money";
import { aHold, aSession } from "../../../../support/sessions";
import { expect, test, type CallerOptions, type TestApp } from "../../../../support/test-app";
import { bookTickets } from "../../../../support/tickets";

const room = "https://zoom.example/j/1";
const day = 24 * 60;

/** The browser that made these bookings, signed in or not. */
const browserOf = (...browserBookings: string[]): CallerOptions => ({ visitor: { browserBookings } });

const notFound = { code: "NOT_FOUND", message: "Booking not found" };

async function expectClosed(app: TestApp, bookingId: string, by: CallerOptions) {
  const { bookings, calendar } = app.as(by);
  await expect(bookings.getManaged({ bookingId })).rejects.toMatchObject(notFound);
  await expect(bookings.cancel({ bookingId })).rejects.toMatchObject(notFound);
  await expect(calendar.bookingFile({ id: bookingId })).rejects.toMatchObject(notFound);
  const confirmation = await bookings.getConfirmation({ bookingId });
  expect(confirmation).toMatchObject({ managed: null, managePath: null });
  return JSON.stringify(confirmation);
}

test("shows everything about a guest's booking to the browser that made it, without the key", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, whatToBring: "A blanket" });
  const { id: bookingId, manageKey, attendeeEmail } = await aFreeBooking(app, session);
  const { bookings, calendar } = app.as(browserOf(bookingId));
  const { managed, managePath } = await bookings.getConfirmation({ bookingId });
  expect(managePath).toBe(`/bookings/${bookingId}`);
  expect(managed).toMatchObject({
    joinPath: `/join/${bookingId}`,
    whatToBring: ["A blanket"],
    email: attendeeEmail,
    path: `/bookings/${bookingId}`,
    cancelPath: `/bookings/${bookingId}/cancel`,
    calendar: { file: `/bookings/${bookingId}/calendar.ics` },
  });
  expect(JSON.stringify(managed)).not.toContain(manageKey);
  expect((await calendar.bookingFile({ id: bookingId })).text).toContain(`/join/${bookingId}`);
  await bookings.cancel({ bookingId });
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
});

test("tells a browser that knows only the booking's id the first name and no more", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const mine = await aFreeBooking(app, session);
  const other = await aFreeBooking(app, session);
  for (const by of [{}, browserOf(other.id), { user: await anAccount(app.db) }]) {
    const shown = await expectClosed(app, mine.id, by);
    expect(shown).toContain("Hannah");
    for (const secret of [room, "/join/", mine.attendeeEmail, "Okafor", mine.manageKey])
      expect(shown).not.toContain(secret);
  }
});

test("forgets after a day which browser made a booking", async ({ app }) => {
  const { id } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }));
  app.clock.moveBy(day - 1);
  const open = await app.as(browserOf(id)).bookings.getConfirmation({ bookingId: id });
  expect(open.managed).toMatchObject({ joinPath: `/join/${id}` });
  app.clock.moveBy(1);
  await expectClosed(app, id, browserOf(id));
});

test("closes a member's booking to their browser once they have signed out", async ({ app }) => {
  const user = await anAccount(app.db);
  const { id } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }), { user });
  await expectClosed(app, id, browserOf(id));
  const signedIn = await app.as({ user, ...browserOf(id) }).bookings.getConfirmation({ bookingId: id });
  expect(signedIn.managed).toMatchObject({ joinPath: `/join/${id}` });
});

test("closes a removed booking to the browser that made it", async ({ app }) => {
  const { id } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }));
  await app.db.update(sessionBookings).set({ archivedAt: new Date() }).where(eq(sessionBookings.id, id));
  await expectClosed(app, id, browserOf(id));
});

test("shows the joining link only when the booking has its place", async ({ app }) => {
  const { bookingId } = await aHold(app, await aSession(app.db));
  const { bookings } = app.as(browserOf(bookingId));
  expect(await bookings.getConfirmation({ bookingId })).toMatchObject({ state: "pending", managed: null });
  expect((await bookings.getManaged({ bookingId })).joinPath).toBeNull();
  const paid = await aPaidBooking(app, await aSession(app.db));
  const { managed } = await app.as(browserOf(paid.bookingId)).bookings.getConfirmation({ bookingId: paid.bookingId });
  expect(managed).toMatchObject({ joinPath: `/join/${paid.bookingId}`, paid: { amount: "£18.00" } });
});

test("lets the browser that booked cancel one of its tickets, and no other browser", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const { bookingId, ticketIds } = await bookTickets(app, session, { quantity: 3 });
  const cancelled = { bookingId, ticketId: ticketIds[1]! };
  await expect(app.as(browserOf()).bookings.cancelTicket(cancelled)).rejects.toMatchObject(notFound);
  await app.as(browserOf(bookingId)).bookings.cancelTicket(cancelled);
  expect((await readBooking(app, bookingId)).quantity).toBe(2);
  const confirmation = await app.as(browserOf(bookingId)).bookings.getConfirmation({ bookingId });
  expect(confirmation.tickets).toBe(3);
  expect(confirmation.managed!.tickets.map(({ isCancelled }) => isCancelled)).toEqual([false, true, false]);
});

test("links to a map of the street, and to none for an online session", async ({ app }) => {
  const onSite = { locationType: "onsite" as const, address: "12 Mill Lane", city: "London", postCode: "E8 3PN" };
  const mapOf = async (values: object) => {
    const { id } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0, ...values }));
    return (await app.as(browserOf(id)).bookings.getManaged({ bookingId: id })).session.mapUrl;
  };
  expect(await mapOf(onSite)).toBe(
    "https://www.google.com/maps/search/?api=1&query=12%20Mill%20Lane%2C%20London%2C%20E8%203PN",
  );
  expect(await mapOf({})).toBeNull();
  expect(await mapOf({ locationType: "onsite" })).toBeNull();
});
