import { eq } from "drizzle-orm";
import { closeDatabase, openDatabase } from "@db/client";
import { liveSessions, sessionBookings } from "@db/schema";
import { refusalOf } from "../../../../support/accounts";
import { aBookingOf, aSession, takePlace } from "../../../../support/sessions";
import { recordStatements } from "../../../../support/statements";
import { expect, test, type TestApp } from "../../../../support/test-app";

const oneFreePlace = { priceMinor: 0, maxAttendees: 1 };

type Session = { id: string; priceMinor: number };

const book = (app: TestApp, session: Session) => app.as().bookings.create(aBookingOf(session));
const refusal = (app: TestApp, session: Session) => refusalOf(book(app, session));
const soldOut = { code: "sold_out", message: "SOLD OUT" };

async function aSoldOutSession(app: TestApp) {
  const session = await aSession(app.db, oneFreePlace);
  const bookingId = await takePlace(app.db, session);
  expect(await refusal(app, session)).toEqual(soldOut);
  return { session, bookingId };
}

test("refuses again without a transaction while nothing has changed", async ({ app }) => {
  const { session } = await aSoldOutSession(app);
  await refusal(app, session);
  const sent = recordStatements(app);
  expect(await refusal(app, session)).toEqual(soldOut);
  expect(sent).toEqual([expect.stringContaining("public_revision")]);
});

test("reads the form of a session that is still full without its row and its places", async ({ app }) => {
  const { session } = await aSoldOutSession(app);
  const sent = recordStatements(app);
  const { availability, session: shown } = await app.as().bookings.getForm({ sessionId: session.id });
  expect([availability, shown.title]).toEqual(["sold_out", session.title]);
  expect(sent.filter((text) => /from "(live_sessions|session_bookings)"/.test(text))).toEqual([]);
});

test("books a place at once, a hundred times, after another process has given it back", async ({
  app,
  databaseUrl,
}) => {
  const { session, bookingId } = await aSoldOutSession(app);
  const other = openDatabase(databaseUrl, { max: 1 });
  let last = bookingId;
  for (let nth = 0; nth < 100; nth += 1) {
    const cancelled = { status: "cancelled", paymentStatus: "cancelled", cancelledAt: app.clock.now() } as const;
    await other.update(sessionBookings).set(cancelled).where(eq(sessionBookings.id, last));
    ({ bookingId: last } = await book(app, session));
    expect(await refusal(app, session)).toEqual(soldOut);
  }
  await closeDatabase(other);
});

test("books a place at once after another process has raised their number", async ({ app, databaseUrl }) => {
  const { session } = await aSoldOutSession(app);
  const other = openDatabase(databaseUrl, { max: 1 });
  await other.update(liveSessions).set({ maxAttendees: 2 }).where(eq(liveSessions.id, session.id));
  await closeDatabase(other);
  await book(app, session);
  expect(await refusal(app, session)).toEqual(soldOut);
});

test("answers the form that took the last place with its booking", async ({ app }) => {
  const session = await aSession(app.db, oneFreePlace);
  const form = aBookingOf(session);
  const booked = await app.as().bookings.create(form);
  expect(await refusal(app, session)).toEqual(soldOut);
  expect(await app.as().bookings.create(form)).toEqual(booked);
});

test("tells each visitor who holds the last place", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId } = await book(app, session);
  const others = "The last places are being held for others right now.";
  const own = "Your unpaid booking holds a place. No other places are free right now.";
  const holder = app.as({ visitor: { browserBookings: [bookingId] } });
  for (const _ of [1, 2]) {
    expect(await refusal(app, session)).toMatchObject({ message: others });
    expect(await refusalOf(holder.bookings.create(aBookingOf(session)))).toMatchObject({ code: "payment_waiting" });
    const another = { ...aBookingOf(session), another: true };
    expect(await refusalOf(holder.bookings.create(another))).toMatchObject({ message: own });
  }
  await holder.payments.leaveCheckout({ kind: "booking", id: bookingId });
  await book(app, session);
});

test("says that booking has closed once a full session has begun", async ({ app }) => {
  const { session } = await aSoldOutSession(app);
  app.clock.moveBy(4 * 24 * 60);
  expect(await refusal(app, session)).toEqual({ code: "closed", message: "Booking has closed for this session." });
});

test("sells two tickets no more than are left, but one while one is free", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 2 });
  await book(app, session);
  const two = () => refusalOf(app.as().bookings.create({ ...aBookingOf(session), quantity: 2 }));
  for (const _ of [1, 2]) {
    expect(await two()).toMatchObject({ message: "Only 1 place is left. Please choose one ticket." });
  }
  await book(app, session);
});
