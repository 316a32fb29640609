import { eq, sql } from "drizzle-orm";
import { payments, refunds, sessionBookings, sessionWaitlist } from "@db/schema";
import { releasePlace } from "@server/selling/bookings/cancel/release";
import { lockSession } from "@server/catalogue/schedule/find-session";
import {
  waitForAllEvents,
  aPaidBooking,
  readBooking,
  mailedTemplates,
  refundsAtStripe,
  refundsOf,
  statusOf,
  findOnlyMail,
} from "../../../../support/money";
import { aBookingOf, aHold, aSession, bookingIdIn } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

async function aFreeBooking(app: TestApp, session: { id: string; priceMinor: number }) {
  const { next } = await app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:0" });
  const bookingId = bookingIdIn(next);
  return { bookingId, key: (await readBooking(app, bookingId)).manageKey };
}

test("inside the window, frees the place at once, refunds in full and mails both sides once", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, key, checkoutId } = await aPaidBooking(app, session);
  expect(await app.as().bookings.cancel({ bookingId, key })).toEqual({ outcome: "cancelled" });
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");

  await app.runJobs();
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect(await mailedTemplates(app)).toEqual([
    "admin-booking-cancelled",
    "admin-new-booking",
    "booking-cancelled",
    "booking-confirmation",
  ]);
  expect((await findOnlyMail(app, "booking-cancelled")).text).toContain("The full £18.00 is on its way back to you");
  expect((await findOnlyMail(app, "admin-booking-cancelled")).text).toContain("Stripe refunds £18.00 automatically.");
  expect((await findOnlyMail(app, "admin-booking-cancelled")).text).toContain(`/admin/sessions/${session.id}`);
});

test("cancels, refunds and mails once when cancelled ten times at once", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const cancel = () => app.as().bookings.cancel({ bookingId, key });
  const answers = await Promise.all(Array.from({ length: 10 }, cancel));
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(["cancelled"]));
  await Promise.all([app.runJobs(), app.runJobs("send-refund")]);
  await waitForAllEvents(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 succeeded"]);
  expect((await mailedTemplates(app)).filter((template) => template.includes("cancelled"))).toHaveLength(2);
});

test("finds a refund at Stripe whose answer was lost, and does not send it again", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.fail({ operation: "refunds.create", drop: true, afterEffect: true, times: 3 });
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  await app.runJobs("send-refund");
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  await app.stripe.control.release({ order: "reverse", copies: 2 });
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect((await mailedTemplates(app)).filter((template) => template === "booking-cancelled")).toHaveLength(1);
  expect(await mailedTemplates(app)).not.toContain("booking-refunded");
});

test("never sells a place twice while it is given back and fifty visitors race for it", async ({ app }) => {
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

test("offers the place to the first waitlist entry in the same transaction", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1, startTime: new Date(Date.now() + 10 * 24 * 3_600_000) });
  const { bookingId, key } = await aPaidBooking(app, session);
  const waiting = { sessionId: session.id, firstName: "Ada", lastName: "Moss", timeZone: "Europe/London" };
  await app.db.insert(sessionWaitlist).values({ ...waiting, email: "ada@example.com" });
  await app.as().bookings.cancel({ bookingId, key });
  expect(await app.db.query.sessionWaitlist.findFirst()).toMatchObject({ status: "offered" });
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("held for others");
  expect((await findOnlyMail(app, "admin-booking-cancelled")).props).toMatchObject({ places: "1 of 1" });
});

test("cancels a free booking without a refund", async ({ app }) => {
  const { bookingId, key } = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }));
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  expect(await app.db.$count(refunds)).toBe(0);
  expect((await findOnlyMail(app, "booking-cancelled")).text).toContain("There is nothing to pay.");
});

test("leaves the refund of a payment outside Stripe to the instructor, and says so in the mails", async ({ app }) => {
  const { bookingId, key, paymentId } = await aPaidBooking(app, await aSession(app.db));
  const outside = { provider: "outside" as const, stripePaymentIntentId: null, stripeCheckoutSessionId: null };
  await app.db.update(payments).set(outside).where(eq(payments.id, paymentId));
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect((await findOnlyMail(app, "admin-booking-cancelled")).text).toContain(
    "They paid £18.00 outside Stripe: please refund it yourself.",
  );
  expect((await findOnlyMail(app, "booking-cancelled")).text).toContain("so I’ll return it to you myself");
  const shown = await app.as().bookings.getManaged({ bookingId, key });
  expect(shown.returned).toMatchObject([{ amount: "£18.00", state: "by_hand" }]);
});

test("refunds only the rest of a partly refunded payment", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 500 });
  await expect.poll(() => refundsOf(app, bookingId)).toEqual(["500 succeeded"]);
  expect((await app.as().bookings.getManaged({ bookingId, key })).refund).toMatchObject({ isRest: true });
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  await waitForAllEvents(app);
  await app.runJobs();
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["500 succeeded", "1300 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect((await findOnlyMail(app, "booking-cancelled")).text).toContain("The remaining £13.00 is on its way back");
  const amounts = app.sentMails.flatMap(({ text }) => /^Refunded +(.*)$/m.exec(text)?.[1] ?? []);
  expect(amounts).toEqual(["£5.00 in part"]);
});

test("never refunds more than was paid when the Stripe dashboard refunds in full at the same time", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.as().bookings.cancel({ bookingId, key });
  await app.stripe.control.refund({ sessionId: checkoutId });
  await app.runJobs();
  await app.stripe.control.release({});
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect((await refundsOf(app, bookingId)).sort()).toEqual(["1800 failed", "1800 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await mailedTemplates(app)).not.toContain("admin-refund-failed");
  const shown = await app.as().bookings.getManaged({ bookingId, key });
  expect(shown.returned).toMatchObject([{ amount: "£18.00", state: "returned" }]);
});

test("releases an unpaid hold after closing its payment page, without mails", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await aHold(app, session);
  const { manageKey: key } = await readBooking(app, bookingId);
  expect(await app.as().bookings.cancel({ bookingId, key })).toEqual({ outcome: "cancelled" });
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  expect(await app.services.stripe.client.checkout.sessions.retrieve(checkoutId)).toMatchObject({ status: "expired" });
  expect(await mailedTemplates(app)).toEqual([]);
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");
});

test("keeps a hold that is paid at the same moment, and reports it", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  const { manageKey: key } = await readBooking(app, bookingId);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  expect(await app.as().bookings.cancel({ bookingId, key })).toEqual({ outcome: "paid_meanwhile" });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test("keeps a hold and reports it when the payment page can't be closed at Stripe", async ({ app }) => {
  const { bookingId } = await aHold(app, await aSession(app.db));
  const { manageKey: key } = await readBooking(app, bookingId);
  await app.stripe.control.fail({ operation: "checkout.sessions.expire", status: 503, times: 3 });
  await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow(
    "The payment page can’t be closed right now. Please try again in a minute.",
  );
  expect(await statusOf(app, bookingId)).toBe("pending pending");
});

test("only cancels when Stripe reports the payment again at the same time", async ({ app }) => {
  await app.stripe.control.webhooks({ copies: 3 });
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const checkout = (await app.stripe.control.state()).events.find(({ type }) => type === "checkout.session.completed")!;
  await Promise.all([
    app.as().bookings.cancel({ bookingId, key }),
    app.stripe.control.release({ order: [checkout.id], copies: 5 }),
  ]);
  await app.runJobs();
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
});

test("leaves no refund and no mail and keeps the place after a crash before the commit", async ({ app }) => {
  const { bookingId } = await aPaidBooking(app, await aSession(app.db));
  const before = await mailedTemplates(app);
  const crashed = app.db.transaction(async (tx) => {
    const booking = await readBooking(app, bookingId);
    const session = await lockSession(tx, booking.sessionId);
    await releasePlace(tx, app.services, { booking, session }, { kind: "by_attendee" });
    throw new Error("the process died");
  });
  await expect(crashed).rejects.toThrow("the process died");
  await app.runJobs();
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect([await refundsOf(app, bookingId), await mailedTemplates(app)]).toEqual([[], before]);
});

test("asks the attendee to try again when the session stays locked too long", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, key } = await aPaidBooking(app, session);
  app.services.lockTimeoutMs = 200;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from live_sessions where id = ${session.id} for update`);
    await expect(app.as().bookings.cancel({ bookingId, key })).rejects.toThrow("Failed to cancel. Please try again.");
  });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});
