import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails, payments, refunds, sessionBookings } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { aCode } from "../../support/codes";
import { theMail } from "../../support/money";
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const bookingStatus = async ({ db }: TestApp, bookingId: string) => {
  const booking = await db.query.sessionBookings.findFirst({ where: eq(sessionBookings.id, bookingId) });
  return `${booking!.status} ${booking!.paymentStatus}`;
};
const until = (app: TestApp, bookingId: string, status: string) =>
  expect.poll(() => bookingStatus(app, bookingId)).toBe(status);
const mailed = async ({ db }: TestApp) =>
  (await db.select({ template: outboxEmails.template }).from(outboxEmails)).map(({ template }) => template).sort();
const checkoutOf = (app: TestApp, id: string) => app.services.stripe.client.checkout.sessions.retrieve(id);

/** A payment page that is open at Stripe although its place was given back: Stripe's answer was lost on the way. */
async function anOrphanedCheckout(app: TestApp, session: { id: string; priceMinor: number }, typed: object = {}) {
  const form = { ...aBookingOf(session), ...typed };
  await app.stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
  await expect(app.as().bookings.create(form)).rejects.toThrow("Failed to create checkout session");
  const booking = await app.db.query.sessionBookings.findFirst({ where: eq(sessionBookings.formKey, form.formKey) });
  expect(booking).toMatchObject({ status: "cancelled", paymentStatus: "failed" });
  const { data } = await app.services.stripe.client.checkout.sessions.list();
  return { bookingId: booking!.id, checkoutId: data.find((one) => one.metadata!.bookingId === booking!.id)!.id };
}

test("Stripe's signed word completes the booking and mails once", async ({ app }) => {
  const { bookingId, checkoutId, paymentId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.payNow(checkoutId);
  await until(app, bookingId, "completed paid");
  expect(await mailed(app)).toEqual(["admin-new-booking", "booking-confirmation"]);
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) });
  const checkout = await checkoutOf(app, checkoutId);
  expect(payment).toMatchObject({ state: "paid", amountMinor: 1800, stripePaymentIntentId: checkout.payment_intent });
});

test("the same word five times at once is one completion and one mail", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.webhooks({ repeat: 5 });
  await app.stripe.control.payNow(checkoutId);
  await until(app, bookingId, "completed paid");
  const checkout = await checkoutOf(app, checkoutId);
  await Promise.all(Array.from({ length: 5 }, () => settlePayment(app.services, checkout)));
  expect(await mailed(app)).toEqual(["admin-new-booking", "booking-confirmation"]);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("an open payment page and a return address make nothing paid", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await settlePayment(app.services, await checkoutOf(app, checkoutId));
  await app.as().bookings.getConfirmation({ bookingId });
  expect(await bookingStatus(app, bookingId)).toBe("pending pending");
});

test("a payment that comes after its hold was given up still gets a place that is free", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session);
  await app.stripe.control.payNow(checkoutId);
  await until(app, bookingId, "completed paid");
  expect(await app.db.$count(refunds)).toBe(0);
  expect(await mailed(app)).toEqual(["admin-new-booking", "booking-confirmation"]);
});

async function expectRefunded(app: TestApp, bookingId: string, checkoutId: string) {
  await expect.poll(() => app.db.$count(refunds)).toBe(1);
  await app.runJobs();
  const checkout = await checkoutOf(app, checkoutId);
  const { data } = await app.services.stripe.client.refunds.list({ payment_intent: checkout.payment_intent as string });
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([[1800, "succeeded"]]);
  expect(await app.db.query.refunds.findFirst()).toMatchObject({ state: "succeeded", stripeRefundId: data[0]!.id });
  expect(await mailed(app)).toEqual(expect.arrayContaining(["admin-late-payment-refunded", "late-payment-refunded"]));
  const { sessionId } = (await app.db.query.sessionBookings.findFirst())!;
  expect((await theMail(app, "admin-late-payment-refunded")).props).toMatchObject({
    sessionUrl: `${app.services.settings.siteUrl}/admin/sessions/${sessionId}`,
  });
  expect(await app.as().bookings.getConfirmation({ bookingId })).toMatchObject({ state: "refunded" });
}

test("late money for a place that others have meanwhile goes back in full, and both are told", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session);
  const other = await aHold(app, session);
  await app.stripe.control.payNow(other.checkoutId);
  await until(app, other.bookingId, "completed paid");
  await app.stripe.control.payNow(checkoutId);
  await expectRefunded(app, bookingId, checkoutId);
  expect(await bookingStatus(app, bookingId)).toBe("cancelled failed");
});

test("late money for a session that has begun goes back in full", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session);
  await app.db.update(liveSessions).set({ startTime: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await app.stripe.control.payNow(checkoutId);
  await expectRefunded(app, bookingId, checkoutId);
});

const once = { quote: "GBP:900", discountCode: "ONCE50" };

test("late money whose one-time code somebody else has used meanwhile goes back in full", async ({ app }) => {
  await aCode(app.db, "ONCE50", { isOneTimeUse: true, discountPercentage: 50 });
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session, once);
  await app.as().bookings.create({ ...aBookingOf(session), ...once });
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(() => app.db.$count(refunds)).toBe(1);
  expect(await bookingStatus(app, bookingId)).toBe("cancelled failed");
  const mail = await app.db.query.outboxEmails.findFirst({ where: eq(outboxEmails.template, "late-payment-refunded") });
  expect(mail!.props).toMatchObject({ reason: "code_used", refunded: "£9.00" });
});

test("late money whose one-time code is still free gets its place, and uses the code", async ({ app }) => {
  await aCode(app.db, "ONCE50", { isOneTimeUse: true, discountPercentage: 50 });
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session, once);
  await app.stripe.control.payNow(checkoutId);
  await until(app, bookingId, "completed paid");
  const second = app.as().bookings.create({ ...aBookingOf(session), ...once });
  await expect(second).rejects.toThrow("This code has already been used");
});

test("money for a session that was cancelled during the payment goes back in full", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await aHold(app, session);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await app.stripe.control.payNow(checkoutId);
  await expectRefunded(app, bookingId, checkoutId);
  expect(await bookingStatus(app, bookingId)).toBe("cancelled cancelled");
});

test("the same late money reported five times at once is refunded once", async ({ app }) => {
  const session = await aSession(app.db);
  const { checkoutId, bookingId } = await anOrphanedCheckout(app, session);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await app.stripe.control.webhooks({ hold: true });
  await app.stripe.control.payNow(checkoutId);
  const checkout = await checkoutOf(app, checkoutId);
  await Promise.all(Array.from({ length: 5 }, () => settlePayment(app.services, checkout)));
  expect(await app.db.$count(refunds)).toBe(1);
  await Promise.all([app.runJobs("send-refund"), app.runJobs("send-refund")]);
  await expectRefunded(app, bookingId, checkoutId);
});

test("a refund whose answer was lost is found at Stripe, not sent again", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await app.stripe.control.fail({ operation: "refunds.create", status: 503, afterEffect: true, times: 3 });
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(() => app.db.$count(refunds)).toBe(1);
  await app.runJobs();
  await app.runJobs("send-refund");
  await expectRefunded(app, bookingId, checkoutId);
});
