import { eq, sql } from "drizzle-orm";
import { payments, refunds, sessionBookings, sessionWaitlist } from "@db/schema";
import { releasePlace } from "@server/bookings/release";
import { lockSession } from "@server/schedule/find-session";
import {
  allTold,
  aPaidBooking,
  bookingOf,
  mailed,
  refundsAtStripe,
  refundsOf,
  statusOf,
  theMail,
} from "../../support/money";
import { aBookingOf, aHold, aSession, bookingIdIn } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

async function aFreeBooking(app: TestApp, session: { id: string; priceMinor: number }) {
  const { next } = await app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:0" });
  const bookingId = bookingIdIn(next);
  return { bookingId, key: (await bookingOf(app, bookingId)).manageKey };
}

test("inside the window: the place is free at once, the money goes back, and both sides are told once", async ({
  app,
}) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, key, checkoutId } = await aPaidBooking(app, session);
  expect(await app.as().bookings.cancel({ bookingId, key })).toEqual({ outcome: "cancelled" });
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");

  await app.runJobs();
  await allTold(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect(await mailed(app)).toEqual([
    "admin-booking-cancelled",
    "admin-new-booking",
    "booking-cancelled",
    "booking-confirmation",
    "booking-refunded",
  ]);
  expect((await theMail(app, "booking-cancelled")).text).toContain("The full £18.00 goes back to where it came from");
  expect((await theMail(app, "booking-refunded")).text).toContain("£18.00 has been sent back");
  expect((await theMail(app, "admin-booking-cancelled")).text).toContain("£18.00 goes back to their card by itself.");
  expect((await theMail(app, "admin-booking-cancelled")).text).toContain(`/admin/sessions/${session.id}`);
});

test("ten times at once is one cancellation, one refund, one mail each", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const cancel = () => app.as().bookings.cancel({ bookingId, key });
  const answers = await Promise.all(Array.from({ length: 10 }, cancel));
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(["cancelled"]));
  await Promise.all([app.runJobs(), app.runJobs("send-refund")]);
  await allTold(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 succeeded"]);
  expect((await mailed(app)).filter((template) => template.includes("cancelled"))).toHaveLength(2);
});

test("the refund's answer is lost: it is found at Stripe, not sent again", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.fail({ operation: "refunds.create", drop: true, afterEffect: true, times: 3 });
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  await app.runJobs("send-refund");
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  await app.stripe.control.release({ order: "reverse", repeat: 2 });
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect((await mailed(app)).filter((template) => template === "booking-refunded")).toHaveLength(1);
});

test("fifty visitors race for the place that is being given back: it is never taken twice", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  const { bookingId, key } = await aFreeBooking(app, session);
  const racers = Array.from({ length: 50 }, () => app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:0" }));
  const [, ...outcomes] = await Promise.allSettled([app.as().bookings.cancel({ bookingId, key }), ...racers]);
  const booked = outcomes.filter(({ status }) => status === "fulfilled");
  expect(booked.length).toBeLessThanOrEqual(1);
  const live = await app.db.$count(sessionBookings, eq(sessionBookings.status, "completed"));
  expect(live).toBe(booked.length);
  if (live === 0) await expect(aFreeBooking(app, session)).resolves.toHaveProperty("bookingId");
});

test("the place goes to whoever has waited longest, in the same moment", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1, startTime: new Date(Date.now() + 10 * 24 * 3_600_000) });
  const { bookingId, key } = await aPaidBooking(app, session);
  const waiting = { sessionId: session.id, firstName: "Ada", lastName: "Moss", timeZone: "Europe/London" };
  await app.db.insert(sessionWaitlist).values({ ...waiting, email: "ada@example.com" });
  await app.as().bookings.cancel({ bookingId, key });
  expect(await app.db.query.sessionWaitlist.findFirst()).toMatchObject({ status: "offered" });
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("held for others");
  expect((await theMail(app, "admin-booking-cancelled")).props).toMatchObject({ places: "1 of 1" });
});

test("one that was free is just cancelled", async ({ app }) => {
  const { bookingId, key } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }));
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  expect(await app.db.$count(refunds)).toBe(0);
  expect((await theMail(app, "booking-cancelled")).text).toContain("There is nothing to pay.");
});

test("what was paid outside Stripe is the instructor's to return, and the mails say so", async ({ app }) => {
  const { bookingId, key, paymentId } = await aPaidBooking(app, await aSession(app.db));
  const outside = { provider: "outside" as const, stripePaymentIntentId: null, stripeCheckoutSessionId: null };
  await app.db.update(payments).set(outside).where(eq(payments.id, paymentId));
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect((await theMail(app, "admin-booking-cancelled")).text).toContain(
    "They paid £18.00 outside Stripe: that refund is yours to make.",
  );
  expect((await theMail(app, "booking-cancelled")).text).toContain("so I will return it to you myself");
  const shown = await app.as().bookings.getManaged({ bookingId, key });
  expect(shown.returned).toMatchObject([{ amount: "£18.00", state: "by_hand" }]);
});

test("what was refunded in part before is not refunded again", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 500 });
  await expect.poll(() => refundsOf(app, bookingId)).toEqual(["500 succeeded"]);
  expect((await app.as().bookings.getManaged({ bookingId, key })).refund).toMatchObject({ isRest: true });
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  await allTold(app);
  await app.runJobs();
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["500 succeeded", "1300 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect((await theMail(app, "booking-cancelled")).text).toContain("The remaining £13.00 goes back");
  const told = app.sentMails.flatMap(({ text }) => /^Refunded +(.*)$/m.exec(text)?.[1] ?? []);
  expect(told.sort()).toEqual(["£13.00 the rest", "£5.00 in part"]);
});

test("a full refund in Stripe's dashboard while ours is on its way: never more than was paid", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.as().bookings.cancel({ bookingId, key });
  await app.stripe.control.refund({ sessionId: checkoutId });
  await app.runJobs();
  await app.stripe.control.release({});
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect((await refundsOf(app, bookingId)).sort()).toEqual(["1800 failed", "1800 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await mailed(app)).not.toContain("admin-refund-failed");
  const shown = await app.as().bookings.getManaged({ bookingId, key });
  expect(shown.returned).toMatchObject([{ amount: "£18.00", state: "returned" }]);
});

test("an unpaid hold is given back after Stripe has closed its page, and nobody is mailed", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await aHold(app, session);
  const { manageKey: key } = await bookingOf(app, bookingId);
  expect(await app.as().bookings.cancel({ bookingId, key })).toEqual({ outcome: "cancelled" });
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  expect(await app.services.stripe.client.checkout.sessions.retrieve(checkoutId)).toMatchObject({ status: "expired" });
  expect(await mailed(app)).toEqual([]);
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");
});

test("a hold that was paid in the same moment stays booked, and the answer says so", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  const { manageKey: key } = await bookingOf(app, bookingId);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  expect(await app.as().bookings.cancel({ bookingId, key })).toEqual({ outcome: "paid_meanwhile" });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test("while Stripe can't be asked a hold stays, and the answer says so", async ({ app }) => {
  const { bookingId } = await aHold(app, await aSession(app.db));
  const { manageKey: key } = await bookingOf(app, bookingId);
  await app.stripe.control.fail({ operation: "checkout.sessions.expire", status: 503, times: 3 });
  await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow(
    "The payment page can’t be closed right now. Please try again in a minute.",
  );
  expect(await statusOf(app, bookingId)).toBe("pending pending");
});

test("cancelling while Stripe reports the payment again changes nothing but the cancellation", async ({ app }) => {
  await app.stripe.control.webhooks({ repeat: 3 });
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const checkout = (await app.stripe.control.state()).events.find(({ type }) => type === "checkout.session.completed")!;
  await Promise.all([
    app.as().bookings.cancel({ bookingId, key }),
    app.stripe.control.release({ order: [checkout.id], repeat: 5 }),
  ]);
  await app.runJobs();
  await allTold(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
});

test("a crash before the commit leaves nothing behind: no refund, no mail, the place kept", async ({ app }) => {
  const { bookingId } = await aPaidBooking(app, await aSession(app.db));
  const before = await mailed(app);
  const crashed = app.db.transaction(async (tx) => {
    const booking = await bookingOf(app, bookingId);
    const session = await lockSession(tx, booking.sessionId);
    await releasePlace(tx, app.services, { booking, session }, { kind: "by_attendee" });
    throw new Error("the process died");
  });
  await expect(crashed).rejects.toThrow("the process died");
  await app.runJobs();
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect([await refundsOf(app, bookingId), await mailed(app)]).toEqual([[], before]);
});

test("while somebody holds the session's lock for too long, the answer is to try again", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, key } = await aPaidBooking(app, session);
  app.services.lockTimeoutMs = 200;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from live_sessions where id = ${session.id} for update`);
    await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow("Failed to cancel. Please try again.");
  });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});
