import { randomUUID } from "node:crypto";
import { sessionBookings } from "@db/schema";
import { anAccount, password, refusalOf } from "../../../../support/accounts";
import { anAdmin, auditOf } from "../../../../support/admin-sessions";
import { aFreeBooking } from "../../../../support/bookings";
import { serve } from "../../../../support/http-app";
import { aSession } from "../../../../support/sessions";
import { expect, test } from "../../../../support/test-app";

test("applies the latest tap, in whatever order and however often taps arrive", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const { id: bookingId } = await aFreeBooking(app, session);
  await aFreeBooking(app, session);
  const opened = app.clock.now().getTime();
  app.clock.moveBy(10);
  const sentAt = app.clock.now().getTime();
  const tap = (isHere: boolean, minute: number) =>
    api.bookings.attendees.checkIn({
      ticketId: bookingId,
      isHere,
      tap: { tappedAt: opened + minute * 60_000, sentAt },
    });

  expect(await tap(true, 3)).toMatchObject({ ticketId: bookingId, isHere: true, counts: { here: 1, booked: 2 } });
  expect(await tap(true, 3)).toMatchObject({ isHere: true });
  expect(await tap(false, 1)).toMatchObject({ isHere: true });
  expect(await tap(false, 5)).toMatchObject({ isHere: false, checkedInAt: null, counts: { here: 0, booked: 2 } });
  expect(await tap(true, 3)).toMatchObject({ isHere: false });
  expect(await auditOf(app, bookingId)).toEqual(["booking.checked_in", "booking.check_in_undone"]);

  // Without JavaScript a check-in counts from its arrival.
  expect(await api.bookings.attendees.checkIn({ ticketId: bookingId, isHere: true })).toMatchObject({ isHere: true });
  expect(await tap(false, 9)).toMatchObject({ isHere: true });
});

test("records the time of the tap as the check-in time, not the time it arrived", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { id: bookingId } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }));
  const tappedAt = app.clock.now();
  app.clock.moveBy(45);
  const tap = { tappedAt: tappedAt.getTime(), sentAt: app.clock.now().getTime() };
  await api.bookings.attendees.checkIn({ ticketId: bookingId, isHere: true, tap });
  expect(await app.db.query.bookingTickets.findFirst()).toMatchObject({ checkedInAt: tappedAt });
});

test("returns when a list was read, so that a later check-in is newer than the list", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const { id: bookingId } = await aFreeBooking(app, session);
  const { savedAt } = await api.bookings.attendees.checkIn({ ticketId: bookingId, isHere: true });
  const { readAt, counts } = await api.bookings.attendees.listArrivals({ sessionId: session.id, page: 1 });
  expect([readAt >= savedAt, counts]).toEqual([true, { here: 1, booked: 1 }]);
});

test("refuses a check-in for a cancelled or unknown booking", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { id: bookingId } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }));
  await app.db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled" });
  const { checkIn } = api.bookings.attendees;
  expect((await refusalOf(checkIn({ ticketId: bookingId, isHere: true }))).code).toBe("closed");
  expect((await refusalOf(checkIn({ ticketId: randomUUID(), isHere: true }))).code).toBe("not_found");
});

test("refuses a check-in that was made under a different account than the one signed in", async ({ app }) => {
  const { url, stop } = await serve(app.services);
  const [mara, other] = await Promise.all(["mara", "other"].map((name) => signIn(name)));
  const { id: bookingId } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }));

  async function signIn(name: string) {
    const { id, email } = await anAccount(app.db, { email: `${name}@example.com`, role: "admin" });
    const answer = await call("accounts.signIn", { email, password }, {});
    return { id, cookie: answer.headers.getSetCookie().at(-1)!.split(";")[0]! };
  }
  function call(procedure: string, input: object, headers: Record<string, string>) {
    const body = JSON.stringify(input);
    const type = { "Content-Type": "application/json" };
    return fetch(`${url}/api/trpc/${procedure}`, { method: "POST", headers: { ...type, ...headers }, body });
  }
  const checkIn = async (accountId: string, Cookie: string) => {
    const headers = { Cookie, "X-Account-Id": accountId };
    return (await call("bookings.attendees.checkIn", { ticketId: bookingId, isHere: true }, headers)).status;
  };

  expect(await checkIn(mara!.id, other!.cookie)).toBe(401);
  expect(await checkIn(mara!.id, "")).toBe(401);
  expect(await auditOf(app, bookingId)).toEqual([]);
  expect(await checkIn(mara!.id, mara!.cookie)).toBe(200);
  await stop();
});
