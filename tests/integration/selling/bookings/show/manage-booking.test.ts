import { eq } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { cancelSession } from "@server/office/managing/cancel-session";
import { anAccount } from "../../../../support/accounts";
import { joinPathOf } from "../../../../support/joining";
import { aPaidBooking, readBooking, statusOf, findOnlyMail } from "../../../../support/money";
import { aBookingOf, aHold, aSession, bookingIdIn } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const freely = { quote: "GBP:0" };

async function aBooking(app: TestApp, by: Parameters<TestApp["as"]>[0] = {}, typed: object = {}) {
  const session = await aSession(app.db, { priceMinor: 0 });
  const { next } = await app.as(by).bookings.create({ ...aBookingOf(session), ...freely, ...typed });
  return readBooking(app, bookingIdIn(next));
}

/** Expects the same answer to reading and cancelling a booking as for an unknown one. */
async function expectNotFound(
  app: TestApp,
  ref: { bookingId: string; key?: string },
  by: Parameters<TestApp["as"]>[0],
) {
  const { bookings } = app.as(by);
  for (const ask of [bookings.getManaged, bookings.cancel]) {
    await expect(ask(ref)).rejects.toMatchObject({ code: "NOT_FOUND", message: "Booking not found" });
  }
}

test("opens a booking to a visitor only by the mailed link", async ({ app }) => {
  const booking = await aBooking(app);
  const other = await aBooking(app);
  const { bookingUrl } = (await theMailTo(app, booking.attendeeEmail)).props as { bookingUrl: string };
  const { pathname, searchParams } = new URL(bookingUrl);
  expect(pathname).toBe(`/bookings/${booking.id}`);
  const key = searchParams.get("key")!;
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await app.as().bookings.getManaged({ bookingId: booking.id, key })).toMatchObject({
    firstName: "Hannah",
    email: booking.attendeeEmail,
    joinPath: joinPathOf(booking),
    path: `/bookings/${booking.id}?key=${key}`,
  });

  await expectNotFound(app, { bookingId: booking.id }, {});
  await expectNotFound(app, { bookingId: booking.id, key: `${key.slice(1)}0` }, {});
  await expectNotFound(app, { bookingId: booking.id, key: other.manageKey }, {});
  await expectNotFound(app, { bookingId: "0b0b0b0b-0000-4000-8000-000000000000", key }, {});
  expect(await statusOf(app, booking.id)).toBe("completed free");
});

const theMailTo = async ({ db }: TestApp, to: string) =>
  (await db.query.outboxEmails.findFirst({ where: (row, { eq: is }) => is(row.recipient, to) }))!;

test("lets a member manage their own booking without a key, but not other members or the admin", async ({ app }) => {
  const [me, other] = [await anAccount(app.db), await anAccount(app.db)];
  const admin = await anAccount(app.db, { role: "admin" });
  const booking = await aBooking(app, { user: me });
  const ref = { bookingId: booking.id };
  await expectNotFound(app, ref, { user: other });
  await expectNotFound(app, ref, { user: admin });
  const shown = await app.as({ user: me }).bookings.getManaged(ref);
  expect(shown).toMatchObject({ path: `/bookings/${booking.id}`, cancelPath: `/bookings/${booking.id}/cancel` });
  expect(JSON.stringify(shown)).not.toContain(booking.manageKey);
  await app.as({ user: me }).bookings.cancel(ref);
  expect(await statusOf(app, booking.id)).toBe("cancelled cancelled");
});

test("opens a guest's booking to a member with that address once confirmed, in any letter case", async ({ app }) => {
  const me = await anAccount(app.db, { email: "Maeve@example.com", emailConfirmedAt: null });
  const booking = await aBooking(app, {}, { email: "mAeve@Example.com" });
  const ref = { bookingId: booking.id };
  await expectNotFound(app, ref, { user: me });
  const confirmed = await anAccount(app.db, { email: "hannah@example.com" });
  const hers = await aBooking(app, {}, { email: "HANNAH@example.com" });
  await expectNotFound(app, ref, { user: confirmed });
  expect(await app.as({ user: confirmed }).bookings.getManaged({ bookingId: hers.id })).toMatchObject({
    email: "HANNAH@example.com",
  });
});

test("keeps a booking made by another member closed to the account with the attendee's address", async ({ app }) => {
  const [me, other] = [await anAccount(app.db), await anAccount(app.db)];
  const booking = await aBooking(app, { user: other }, { email: me.email });
  await expectNotFound(app, { bookingId: booking.id }, { user: me });
  await expect(app.as({ user: other }).bookings.getManaged({ bookingId: booking.id })).resolves.toBeDefined();
});

test("shows the joining link only while the booking has a place", async ({ app }) => {
  const { bookingId } = await aHold(app, await aSession(app.db));
  const booking = await readBooking(app, bookingId);
  const key = booking.manageKey;
  const joinPath = async () => (await app.as().bookings.getManaged({ bookingId, key })).joinPath;
  expect(await joinPath()).toBeNull();
  const give = (status: "completed" | "confirmed" | "cancelled") =>
    app.db.update(sessionBookings).set({ status }).where(eq(sessionBookings.id, bookingId));
  await give("completed");
  expect(await joinPath()).toBe(joinPathOf(booking));
  await give("confirmed");
  expect(await joinPath()).toBe(joinPathOf(booking));
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() });
  expect(await joinPath()).toBeNull();
  await app.db.update(liveSessions).set({ cancelledAt: null });
  await give("cancelled");
  expect(await joinPath()).toBeNull();
});

test("shows an unpaid hold with its payment link and without a calendar file", async ({ app }) => {
  const { bookingId, next } = await aHold(app, await aSession(app.db));
  const { manageKey: key } = await readBooking(app, bookingId);
  expect(await app.as().bookings.getManaged({ bookingId, key })).toMatchObject({
    state: "pending pending",
    payUrl: next,
    calendar: null,
    cancellation: { kind: "hold" },
  });
});

test("links from the confirmation page to the booking only for the member who made it", async ({ app }) => {
  const [me, other] = [await anAccount(app.db), await anAccount(app.db)];
  const booking = await aBooking(app, { user: me });
  const ref = { bookingId: booking.id };
  const pathFor = async (by: Parameters<TestApp["as"]>[0]) =>
    (await app.as(by).bookings.getConfirmation(ref)).managePath;
  expect(await pathFor({ user: me })).toBe(`/bookings/${booking.id}`);
  expect(await pathFor({ user: other })).toBeNull();
  expect(await pathFor({})).toBeNull();
});

test("shows a cancelled and refunded booking as cancelled on its confirmation page", async ({ app }) => {
  const { bookingId, key } = await aPaidBooking(app, await aSession(app.db));
  await app.as().bookings.cancel({ bookingId, key });
  expect(await app.as().bookings.getConfirmation({ bookingId })).toMatchObject({ state: "cancelled" });
  expect(JSON.stringify((await findOnlyMail(app, "booking-confirmation")).props)).toContain(`/join/${bookingId}?key=`);
});

test("tells bookings cancelled with the session from those cancelled before it", async ({ app }) => {
  const session = await aSession(app.db);
  const [keeps, gaveBack] = [await aPaidBooking(app, session), await aPaidBooking(app, session)];
  const { bookingId: unpaid } = await aHold(app, session);
  await app.as().bookings.cancel(gaveBack);
  app.clock.moveBy(5);
  await cancelSession(app.services, session.id);
  await app.runJobs();
  const readManaged = async (bookingId: string) => {
    const { manageKey: key } = await readBooking(app, bookingId);
    const { state, wasComplete } = await app.as().bookings.getManaged({ bookingId, key });
    return [state, wasComplete, (await app.as().bookings.getConfirmation({ bookingId })).state];
  };
  expect(await readManaged(keeps.bookingId)).toEqual(["session_cancelled", true, "session_cancelled"]);
  expect(await readManaged(gaveBack.bookingId)).toEqual(["cancelled refunded", true, "cancelled"]);
  expect(await readManaged(unpaid)).toEqual(["session_cancelled", false, "session_cancelled"]);
});
