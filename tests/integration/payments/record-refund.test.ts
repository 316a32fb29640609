import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { vi } from "vitest";
import { payments, refunds, sessionWaitlist } from "@db/schema";
import { sendRefund } from "@server/payments/send-refund";
import { recordRefund } from "@server/payments/record-refund";
import { asAdmin } from "../../support/admin";
import {
  waitForAllEvents,
  aPaidBooking,
  readBooking,
  mailedTemplates,
  refundsAtStripe,
  refundsOf,
  statusOf,
  findOnlyMail,
} from "../../support/money";
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const findNotices = async (app: TestApp) =>
  (await mailedTemplates(app)).filter((template) => !/confirmation|new-booking/.test(template));

test("keeps the place after partial refunds, and releases it once all is refunded", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await aPaidBooking(app, session);
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 500 });
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 300 });
  await waitForAllEvents(app);
  expect((await refundsOf(app, bookingId)).sort()).toEqual(["300 succeeded", "500 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("SOLD OUT");
  expect(await findNotices(app)).toEqual(["booking-refunded", "booking-refunded"]);

  await app.stripe.control.refund({ sessionId: checkoutId });
  await waitForAllEvents(app);
  expect(await app.db.query.refunds.findMany()).toMatchObject([{ reason: "stripe" }, {}, {}]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await findNotices(app)).toEqual([
    "admin-booking-cancelled",
    "booking-refunded",
    "booking-refunded",
    "booking-refunded",
  ]);
  await app.runJobs();
  const last = app.sentMails.find(({ text }) => text.includes("£10.00"))!;
  expect(last.text).toContain("Your booking is cancelled and your place has been released.");
  expect((await findOnlyMail(app, "admin-booking-cancelled")).text).toContain("was refunded at Stripe");
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");
});

test("records a refund once, in whatever order and however often its events arrive", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 1000 });
  await app.stripe.control.refund({ sessionId: checkoutId });
  await app.stripe.control.release({ order: "reverse", copies: 4 });
  await waitForAllEvents(app);
  expect((await refundsOf(app, bookingId)).sort()).toEqual(["1000 succeeded", "800 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect((await findNotices(app)).sort()).toEqual(["admin-booking-cancelled", "booking-refunded", "booking-refunded"]);
});

test("offers the place freed by a full refund to the waitlist", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1, startTime: new Date(Date.now() + 10 * 24 * 3_600_000) });
  const { checkoutId } = await aPaidBooking(app, session);
  const waiting = { sessionId: session.id, firstName: "Ada", lastName: "Moss", timeZone: "Europe/London" };
  await app.db.insert(sessionWaitlist).values({ ...waiting, email: "ada@example.com" });
  await app.stripe.control.refund({ sessionId: checkoutId });
  await waitForAllEvents(app);
  expect(await app.db.query.sessionWaitlist.findFirst()).toMatchObject({ status: "offered" });
});

test("releases the place only once a pending refund has succeeded", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const { id: refundId } = await app.stripe.control.refund({ sessionId: checkoutId, status: "pending" });
  await waitForAllEvents(app);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await findNotices(app)).toEqual([]);
  await app.stripe.control.settleRefund({ refundId, status: "succeeded" });
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
});

test("changes nothing for a refund cancelled before it was sent, and mails the admin", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const { id: refundId } = await app.stripe.control.refund({ sessionId: checkoutId, status: "pending" });
  await app.stripe.control.settleRefund({ refundId, status: "canceled" });
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await findNotices(app)).toEqual(["admin-refund-failed"]);
});

test("counts a returned refund as paid again, keeps the place released and mails both sides once", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, key } = await aPaidBooking(app, session);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  const next = await aHold(app, session);

  const { stripeRefundId } = (await app.db.query.refunds.findFirst())!;
  await app.stripe.control.webhooks({ copies: 3 });
  await app.stripe.control.settleRefund({ refundId: stripeRefundId!, status: "failed" });
  await waitForAllEvents(app);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 failed"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await statusOf(app, next.bookingId)).toBe("pending pending");
  const mail = await findOnlyMail(app, "admin-refund-failed");
  expect(mail.props).toMatchObject({ amount: "£18.00" });
  expect((await findOnlyMail(app, "refund-returned")).props).toMatchObject({ amount: "£18.00", firstName: "Hannah" });
  const shown = await app.as().bookings.getManaged({ bookingId, key });
  expect(shown.returned).toMatchObject([{ amount: "£18.00", state: "failed" }]);
});

test("ignores an answer read before the bank returned the refund", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const { id } = await app.stripe.control.refund({ sessionId: checkoutId });
  await waitForAllEvents(app);
  const earlier = await app.services.stripe.client.refunds.retrieve(id);
  await app.stripe.control.settleRefund({ refundId: id, status: "failed" });
  await waitForAllEvents(app);
  expect(await recordRefund(app.services, earlier)).toBe("unchanged");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 failed"]);
});

test("records a refund whose payment was not recorded yet", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  await app.stripe.control.refund({ sessionId: checkoutId });
  await app.stripe.control.release({ order: "reverse" });
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 succeeded"]);
});

test("stops trying to refund a payment that the bank disputes, and mails the admin", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  // A dispute that is known already would keep the site from trying.
  await app.stripe.control.hold({});
  await app.stripe.control.dispute({ sessionId: checkoutId });
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  await app.stripe.control.release({});
  await waitForAllEvents(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual([]);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 failed"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await findNotices(app)).toContain("admin-refund-failed");
  // The bank has already returned the money to the attendee.
  expect(await findNotices(app)).not.toContain("refund-returned");
});

async function aPromisedRefund(app: TestApp) {
  const paid = await aPaidBooking(app, await aSession(app.db));
  const admin = await asAdmin(app);
  await admin.bookings.attendees.remove({ bookingId: paid.bookingId, refund: "yes" });
  return { ...paid, refund: (await app.db.query.refunds.findFirst())! };
}

test("mails an attendee whom the instructor promised a refund when it fails before it succeeds", async ({ app }) => {
  const { refund, checkoutId } = await aPromisedRefund(app);
  await app.stripe.control.hold({});
  const { id } = await app.stripe.control.refund({ sessionId: checkoutId, status: "pending" });
  const sent = await app.services.stripe.client.refunds.retrieve(id);
  await recordRefund(app.services, { ...sent, metadata: { refundId: refund.id }, status: "failed" });
  expect((await findOnlyMail(app, "refund-returned")).props).toMatchObject({ amount: "£18.00", firstName: "Hannah" });
});

test("mails an attendee whom the instructor promised a refund when the charge can't be refunded", async ({ app }) => {
  const { refund } = await aPromisedRefund(app);
  const refusal = { code: "charge_not_refundable", type: "invalid_request_error", message: "No" } as const;
  const error = new Stripe.errors.StripeInvalidRequestError(refusal);
  vi.spyOn(app.services.stripe.client.refunds, "create").mockRejectedValue(error);
  await sendRefund(app.services, refund.id);
  await sendRefund(app.services, refund.id);
  expect((await findOnlyMail(app, "refund-returned")).props).toMatchObject({ amount: "£18.00" });
  await findOnlyMail(app, "admin-refund-failed");
});

test("mails no attendee about a failed refund that left the place unchanged", async ({ app }) => {
  const { paymentId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const admin = await asAdmin(app);
  const asked = { paymentId, amountMinor: 500, isPlaceCancelled: false, formKey: randomUUID() };
  await admin.payments.refund(asked);
  await app.stripe.control.hold({});
  const { id } = await app.stripe.control.refund({ sessionId: checkoutId, amount: 500, status: "pending" });
  const sent = await app.services.stripe.client.refunds.retrieve(id);
  await recordRefund(app.services, { ...sent, metadata: { refundId: asked.formKey }, status: "failed" });
  expect(await findNotices(app)).toEqual(["admin-refund-failed"]);
});

test("ignores refunds of another product in the same Stripe account", async ({ app }) => {
  const { checkout } = app.services.stripe.client;
  const page = await checkout.sessions.create({
    mode: "payment",
    success_url: "https://shop.example/",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 900, product_data: { name: "Incense" } } }],
  });
  await app.stripe.control.payNow(page.id);
  await app.stripe.control.refund({ sessionId: page.id });
  await app.stripe.control.dispute({ sessionId: page.id });
  await waitForAllEvents(app);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("refunds a second payment for a cancelled booking in full", async ({ app }) => {
  const session = await aSession(app.db);
  const first = await aPaidBooking(app, session);
  await app.as().bookings.cancel({ bookingId: first.bookingId, key: first.key });
  await app.runJobs();
  await waitForAllEvents(app);
  const booking = await readBooking(app, first.bookingId);
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
  await waitForAllEvents(app);
  await app.runJobs();
  await waitForAllEvents(app);
  expect((await refundsOf(app, booking.id)).sort()).toEqual(["1800 succeeded", "1800 succeeded"]);
  expect(await statusOf(app, booking.id)).toBe("cancelled refunded");
  expect((await findOnlyMail(app, "late-payment-refunded")).text).toContain("after your booking had been cancelled");
});

test("retries a refund that Stripe refused under a new idempotency key", async ({ app }) => {
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
