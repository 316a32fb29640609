import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { vi } from "vitest";
import { payments, refunds, sessionWaitlist } from "@db/schema";
import { sendRefund } from "@server/payments/send-refund";
import { recordRefund } from "@server/payments/record-refund";
import { asAdmin } from "../../support/admin";
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
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const told = async (app: TestApp) =>
  (await mailed(app)).filter((template) => !/confirmation|new-booking/.test(template));

test("refunds in Stripe's dashboard: in part twice changes no place, the rest gives it back", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await aPaidBooking(app, session);
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 500 });
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 300 });
  await allTold(app);
  expect((await refundsOf(app, bookingId)).sort()).toEqual(["300 succeeded", "500 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("SOLD OUT");
  expect(await told(app)).toEqual(["booking-refunded", "booking-refunded"]);

  await app.stripe.control.refund({ sessionId: checkoutId });
  await allTold(app);
  expect(await app.db.query.refunds.findMany()).toMatchObject([{ reason: "stripe" }, {}, {}]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await told(app)).toEqual([
    "admin-booking-cancelled",
    "booking-refunded",
    "booking-refunded",
    "booking-refunded",
  ]);
  await app.runJobs();
  const last = app.sentMails.find(({ text }) => text.includes("£10.00"))!;
  expect(last.text).toContain("With it your booking is cancelled and your place has been given back.");
  expect((await theMail(app, "admin-booking-cancelled")).text).toContain("was refunded at Stripe");
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");
});

test("whatever order its events come in, and however often: once", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 1000 });
  await app.stripe.control.refund({ sessionId: checkoutId });
  await app.stripe.control.release({ order: "reverse", repeat: 4 });
  await allTold(app);
  expect((await refundsOf(app, bookingId)).sort()).toEqual(["1000 succeeded", "800 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect((await told(app)).sort()).toEqual(["admin-booking-cancelled", "booking-refunded", "booking-refunded"]);
});

test("the place that a full refund frees is offered to whoever waits", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1, startTime: new Date(Date.now() + 10 * 24 * 3_600_000) });
  const { checkoutId } = await aPaidBooking(app, session);
  const waiting = { sessionId: session.id, firstName: "Ada", lastName: "Moss", timeZone: "Europe/London" };
  await app.db.insert(sessionWaitlist).values({ ...waiting, email: "ada@example.com" });
  await app.stripe.control.refund({ sessionId: checkoutId });
  await allTold(app);
  expect(await app.db.query.sessionWaitlist.findFirst()).toMatchObject({ status: "offered" });
});

test("a refund that waits at Stripe takes no place until it has succeeded", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const { id: refundId } = await app.stripe.control.refund({ sessionId: checkoutId, status: "pending" });
  await allTold(app);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await told(app)).toEqual([]);
  await app.stripe.control.settleRefund({ refundId, status: "succeeded" });
  await allTold(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
});

test("one that is cancelled at Stripe before it was sent leaves all as it was, and the admin is told", async ({
  app,
}) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const { id: refundId } = await app.stripe.control.refund({ sessionId: checkoutId, status: "pending" });
  await app.stripe.control.settleRefund({ refundId, status: "canceled" });
  await allTold(app);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await told(app)).toEqual(["admin-refund-failed"]);
});

test("a bank returns a refund: what was paid counts as paid again, the place stays gone, both sides are told once", async ({
  app,
}) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, key } = await aPaidBooking(app, session);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  await allTold(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  const next = await aHold(app, session);

  const { stripeRefundId } = (await app.db.query.refunds.findFirst())!;
  await app.stripe.control.webhooks({ repeat: 3 });
  await app.stripe.control.settleRefund({ refundId: stripeRefundId!, status: "failed" });
  await allTold(app);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 failed"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await statusOf(app, next.bookingId)).toBe("pending pending");
  const mail = await theMail(app, "admin-refund-failed");
  expect(mail.props).toMatchObject({ amount: "£18.00" });
  expect((await theMail(app, "refund-returned")).props).toMatchObject({ amount: "£18.00", firstName: "Hannah" });
  const shown = await app.as().bookings.getManaged({ bookingId, key });
  expect(shown.returned).toMatchObject([{ amount: "£18.00", state: "failed" }]);
});

test("what was read before the bank returned it and comes later is no news", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const { id } = await app.stripe.control.refund({ sessionId: checkoutId });
  await allTold(app);
  const earlier = await app.services.stripe.client.refunds.retrieve(id);
  await app.stripe.control.settleRefund({ refundId: id, status: "failed" });
  await allTold(app);
  expect(await recordRefund(app.services, earlier)).toBe("unchanged");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 failed"]);
});

test("money that goes back before we have heard that it came", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  await app.stripe.control.refund({ sessionId: checkoutId });
  await app.stripe.control.release({ order: "reverse" });
  await allTold(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 succeeded"]);
});

test("a payment that a bank disputes can't be refunded: the admin is told, and it is not tried for ever", async ({
  app,
}) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.dispute({ sessionId: checkoutId });
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  await allTold(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual([]);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 failed"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await told(app)).toContain("admin-refund-failed");
  // Her bank has the money for her.
  expect(await told(app)).not.toContain("refund-returned");
});

/** The instructor gives a place back with its money, and Stripe has not heard of it yet. */
async function aPromisedRefund(app: TestApp) {
  const paid = await aPaidBooking(app, await aSession(app.db));
  const admin = await asAdmin(app);
  await admin.bookings.attendees.remove({ bookingId: paid.bookingId, refund: "yes" });
  return { ...paid, refund: (await app.db.query.refunds.findFirst())! };
}

test("whoever was promised a refund by the instructor is told that it failed before it ever succeeded", async ({
  app,
}) => {
  const { refund, checkoutId } = await aPromisedRefund(app);
  await app.stripe.control.hold({});
  const { id } = await app.stripe.control.refund({ sessionId: checkoutId, status: "pending" });
  const sent = await app.services.stripe.client.refunds.retrieve(id);
  await recordRefund(app.services, { ...sent, metadata: { refundId: refund.id }, status: "failed" });
  expect((await theMail(app, "refund-returned")).props).toMatchObject({ amount: "£18.00", firstName: "Hannah" });
});

test("whoever was promised a refund is told that the charge can't be refunded at all", async ({ app }) => {
  const { refund } = await aPromisedRefund(app);
  const refusal = { code: "charge_not_refundable", type: "invalid_request_error", message: "No" } as const;
  const error = new Stripe.errors.StripeInvalidRequestError(refusal);
  vi.spyOn(app.services.stripe.client.refunds, "create").mockRejectedValue(error);
  await sendRefund(app.services, refund.id);
  await sendRefund(app.services, refund.id);
  expect((await theMail(app, "refund-returned")).props).toMatchObject({ amount: "£18.00" });
  await theMail(app, "admin-refund-failed");
});

test("of a refund for a place that stays nobody was told, so nobody hears that it failed", async ({ app }) => {
  const { paymentId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const admin = await asAdmin(app);
  const asked = { paymentId, amountMinor: 500, isPlaceCancelled: false, formKey: randomUUID() };
  await admin.payments.refund(asked);
  await app.stripe.control.hold({});
  const { id } = await app.stripe.control.refund({ sessionId: checkoutId, amount: 500, status: "pending" });
  const sent = await app.services.stripe.client.refunds.retrieve(id);
  await recordRefund(app.services, { ...sent, metadata: { refundId: asked.formKey }, status: "failed" });
  expect(await told(app)).toEqual(["admin-refund-failed"]);
});

test("refunds of another product of the same account are none of ours", async ({ app }) => {
  const { checkout } = app.services.stripe.client;
  const page = await checkout.sessions.create({
    mode: "payment",
    success_url: "https://shop.example/",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 900, product_data: { name: "Incense" } } }],
  });
  await app.stripe.control.payNow(page.id);
  await app.stripe.control.refund({ sessionId: page.id });
  await app.stripe.control.dispute({ sessionId: page.id });
  await allTold(app);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("a second payment for a booking that was cancelled goes back in full", async ({ app }) => {
  const session = await aSession(app.db);
  const first = await aPaidBooking(app, session);
  await app.as().bookings.cancel({ bookingId: first.bookingId, key: first.key });
  await app.runJobs();
  await allTold(app);
  const booking = await bookingOf(app, first.bookingId);
  const [second] = await app.db
    .insert(payments)
    .values({ bookingId: booking.id, amountMinor: 1800, currency: "GBP" })
    .returning();
  const page = await app.services.stripe.client.checkout.sessions.create({
    mode: "payment",
    success_url: "https://breathroom.example/",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 1800, product_data: { name: "Again" } } }],
    metadata: { bookingId: booking.id, paymentId: second!.id },
  });
  await app.stripe.control.payNow(page.id);
  await allTold(app);
  await app.runJobs();
  await allTold(app);
  expect((await refundsOf(app, booking.id)).sort()).toEqual(["1800 succeeded", "1800 succeeded"]);
  expect(await statusOf(app, booking.id)).toBe("cancelled refunded");
  expect((await theMail(app, "late-payment-refunded")).text).toContain("after your booking had been cancelled");
});

test("a refund that Stripe refuses for now is asked for anew, not answered from its memory", async ({ app }) => {
  const { bookingId, checkoutId, key } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.fail({ operation: "refunds.create", status: 400, times: 2 });
  await app.as().bookings.cancel({ bookingId, key });
  const [refund] = await app.db.select().from(refunds);
  const send = () => sendRefund(app.services, refund!.id);
  await expect(send()).rejects.toThrow("told to refuse");
  await expect(send()).rejects.toThrow("told to refuse");
  await send();
  expect(await refundsOf(app, bookingId)).toEqual(["1800 succeeded"]);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
});
