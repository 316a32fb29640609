import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails, payments, refunds, sessionBookings } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { aCode } from "../../support/codes";
import { findOnlyMail } from "../../support/money";
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

/** Simulates a lost answer of Stripe: the checkout is open although its place was given back. */
async function anOrphanedCheckout(app: TestApp, session: { id: string; priceMinor: number }, typed: object = {}) {
  const form = { ...aBookingOf(session), ...typed };
  await app.stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
  await expect(app.as().bookings.create(form)).rejects.toThrow("Failed to create checkout session");
  const booking = await app.db.query.sessionBookings.findFirst({ where: eq(sessionBookings.formKey, form.formKey) });
  expect(booking).toMatchObject({ status: "cancelled", paymentStatus: "failed" });
  const { data } = await app.services.stripe.client.checkout.sessions.list();
  return { bookingId: booking!.id, checkoutId: data.find((page) => page.metadata!.bookingId === booking!.id)!.id };
}

test("completes the booking and mails once at Stripe's signed event", async ({ app }) => {
  const { bookingId, checkoutId, paymentId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.payNow(checkoutId);
  await until(app, bookingId, "completed paid");
  expect(await mailed(app)).toEqual(["admin-new-booking", "booking-confirmation"]);
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) });
  const checkout = await checkoutOf(app, checkoutId);
  expect(payment).toMatchObject({ state: "paid", amountMinor: 1800, stripePaymentIntentId: checkout.payment_intent });
});

test("completes and mails once when the same event arrives five times at once", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.webhooks({ copies: 5 });
  await app.stripe.control.payNow(checkoutId);
  await until(app, bookingId, "completed paid");
  const checkout = await checkoutOf(app, checkoutId);
  await Promise.all(Array.from({ length: 5 }, () => settlePayment(app.services, checkout)));
  expect(await mailed(app)).toEqual(["admin-new-booking", "booking-confirmation"]);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("completes nothing for an open checkout or a return address alone", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await settlePayment(app.services, await checkoutOf(app, checkoutId));
  await app.as().bookings.getConfirmation({ bookingId });
  expect(await bookingStatus(app, bookingId)).toBe("pending pending");
});

test("restores the booking for a payment after the hold ended while a place is free", async ({ app }) => {
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
  expect((await findOnlyMail(app, "admin-late-payment-refunded")).props).toMatchObject({
    sessionUrl: `${app.services.settings.siteUrl}/admin/sessions/${sessionId}`,
  });
  expect(await app.as().bookings.getConfirmation({ bookingId })).toMatchObject({ state: "refunded" });
}

test("refunds a late payment in full and mails both sides when the place is sold", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session);
  const other = await aHold(app, session);
  await app.stripe.control.payNow(other.checkoutId);
  await until(app, other.bookingId, "completed paid");
  await app.stripe.control.payNow(checkoutId);
  await expectRefunded(app, bookingId, checkoutId);
  expect(await bookingStatus(app, bookingId)).toBe("cancelled failed");
});

test("refunds a late payment in full once the session has begun", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session);
  await app.db.update(liveSessions).set({ startTime: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await app.stripe.control.payNow(checkoutId);
  await expectRefunded(app, bookingId, checkoutId);
});

const once = { quote: "GBP:900", discountCode: "ONCE50" };

test("refunds a late payment in full when its one-time code was used by another booking", async ({ app }) => {
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

test("restores the booking for a late payment and uses its one-time code while the code is free", async ({ app }) => {
  await aCode(app.db, "ONCE50", { isOneTimeUse: true, discountPercentage: 50 });
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await anOrphanedCheckout(app, session, once);
  await app.stripe.control.payNow(checkoutId);
  await until(app, bookingId, "completed paid");
  const second = app.as().bookings.create({ ...aBookingOf(session), ...once });
  await expect(second).rejects.toThrow("This code has already been used");
});

test("refunds a payment in full when the session was cancelled during the checkout", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await aHold(app, session);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, session.id));
  await app.stripe.control.payNow(checkoutId);
  await expectRefunded(app, bookingId, checkoutId);
  expect(await bookingStatus(app, bookingId)).toBe("cancelled cancelled");
});

test("refunds a late payment once when it is reported five times at once", async ({ app }) => {
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

test("finds a refund at Stripe whose answer was lost, and does not send it again", async ({ app }) => {
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
