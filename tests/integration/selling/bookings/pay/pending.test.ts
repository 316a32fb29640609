import { browserBookingsCookie, readBrowserBookings } from "@server/selling/bookings/pay/hold-cap";
import { anAccount } from "../../../../support/accounts";
import { aBookingOf, aHold, aSession } from "../../../../support/sessions";
import { leaveCheckout } from "../../../../support/leave-checkout";
import { expect, test, type TestApp } from "../../../../support/test-app";

const remembering = (app: TestApp, ...browserBookings: string[]) => app.as({ visitor: { browserBookings } }).bookings;

test("offers to resume the open payment to the browser that has the unpaid hold", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, next } = await aHold(app, session);
  const asked = { sessionId: session.id };
  expect(await remembering(app, bookingId).getPending(asked)).toEqual({ total: "£18.00" });
  expect(await remembering(app, bookingId).resumePayment(asked)).toEqual({ next });
});

test("resumes the newest of several holds first, then the one before", async ({ app }) => {
  const session = await aSession(app.db);
  const first = await aHold(app, session);
  app.clock.moveBy(1);
  const second = await aHold(app, session);
  const both = remembering(app, first.bookingId, second.bookingId);
  expect((await both.resumePayment({ sessionId: session.id })).next).toBe(second.next);
  await leaveCheckout(app, { kind: "booking", id: second.bookingId });
  expect((await both.resumePayment({ sessionId: session.id })).next).toBe(first.next);
});

test("offers to resume a payment to the member in any browser, but not to others with the same address", async ({
  app,
}) => {
  const [member, other] = [await anAccount(app.db), await anAccount(app.db)];
  const session = await aSession(app.db);
  await app.as({ user: member }).bookings.create(aBookingOf(session));
  await app.as().bookings.create({ ...aBookingOf(session), email: other.email });
  const asked = { sessionId: session.id };
  expect(await app.as({ user: member }).bookings.getPending(asked)).not.toBeNull();
  expect(await app.as({ user: other }).bookings.getPending(asked)).toBeNull();
  expect(await app.as().bookings.getPending(asked)).toBeNull();
});

test("does not offer holds of another session, or ones that were paid, released or ended", async ({ app }) => {
  const [session, another] = [await aSession(app.db), await aSession(app.db)];
  const { bookingId, checkoutId } = await aHold(app, session);
  const released = await aHold(app, session);
  await leaveCheckout(app, { kind: "booking", id: released.bookingId });
  const mine = remembering(app, bookingId, released.bookingId);
  expect(await mine.getPending({ sessionId: another.id })).toBeNull();
  expect(await remembering(app, released.bookingId).getPending({ sessionId: session.id })).toBeNull();
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(() => mine.getPending({ sessionId: session.id })).toBeNull();
  await expect(mine.resumePayment({ sessionId: session.id })).rejects.toThrow("That payment is no longer open.");

  const late = await aHold(app, session);
  app.clock.moveBy(32);
  expect(await remembering(app, late.bookingId).getPending({ sessionId: session.id })).toBeNull();
});

test("trusts only signed cookies and keeps the ten newest holds", () => {
  const settings = { isLive: false, cookieSecrets: ["secret".repeat(6)] };
  const ids = Array.from({ length: 12 }, (_, nth) => `0b0b0b0b-0000-4000-8000-${String(nth).padStart(12, "0")}`);
  const cookie = browserBookingsCookie(settings, ids).split(";")[0]!;
  expect(readBrowserBookings(settings, cookie)).toEqual(ids.slice(0, 10));
  for (const forged of [cookie.replace("held=W", "held=X"), `held=${ids[0]}`, `held=${ids[0]}~`, "held=~", "", null]) {
    expect(readBrowserBookings(settings, forged), String(forged)).toEqual([]);
  }
  expect(readBrowserBookings({ ...settings, cookieSecrets: ["another".repeat(6)] }, cookie)).toEqual([]);
  expect(readBrowserBookings({ ...settings, cookieSecrets: [] }, cookie)).toEqual([]);
});
