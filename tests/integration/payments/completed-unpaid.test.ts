import { eq } from "drizzle-orm";
import { payments, refunds, sessionBookings, sessionWaitlist } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { reconcilePayments } from "@server/payments/reconcile";
import { reconcilePayment } from "@server/payments/reconcile-payment";
import { settlePayment } from "@server/payments/settle";
import { readBooking } from "../../support/bookings";
import { waitForAllEvents, mailedTemplates, refundsAtStripe, statusOf, findOnlyMail } from "../../support/money";
import { anOpenPurchase, purchaseStatus } from "../../support/recordings";
import { aBookingOf, aHold, aSession, takePlace } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";
import { leaveCheckout } from "../../support/leave-checkout";
import { acceptanceOf, aFullSession, cancelOneBooking, joinWaitlist, waitlistStatuses } from "../../support/waitlist";

const noticeTemplates = ["admin-payment-not-received", "payment-not-received"];
const unpaidMails = async (app: TestApp) =>
  (await mailedTemplates(app)).filter((name) => name.endsWith("not-received"));

/** Completes a checkout by a bank debit; its webhook is held unless `isTold`. */
async function aBankDebit(app: TestApp, { isTold = false, maxAttendees = 1 } = {}) {
  const session = await aSession(app.db, { maxAttendees });
  const hold = await aHold(app, session);
  if (!isTold) await app.stripe.control.hold({});
  await app.stripe.control.payLater(hold.checkoutId);
  await waitForAllEvents(app);
  return { session, ...hold };
}

test("releases the place and mails both sides once when a checkout is complete but unpaid", async ({ app }) => {
  await app.stripe.control.webhooks({ copies: 3 });
  const { session, bookingId, checkoutId } = await aBankDebit(app, { isTold: true });
  expect(await statusOf(app, bookingId)).toBe("cancelled failed");
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "failed" });
  await waitForAllEvents(app);
  expect(await unpaidMails(app)).toEqual(noticeTemplates);
  expect(await app.as().bookings.getConfirmation({ bookingId })).toMatchObject({ state: "unconfirmed" });
  expect(await app.db.query.payments.findFirst()).toMatchObject({
    state: "failed",
    completedUnpaidAt: app.clock.now(),
    stripeCheckoutSessionId: checkoutId,
  });
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");
});

test.for([
  [
    "the end of the hold",
    (app: TestApp, { bookingId }: { bookingId: string }) =>
      releaseUnpaid(app.services, { kind: "booking", id: bookingId }),
  ],
  ["Sync", (app: TestApp, { paymentId }: { paymentId: string }) => reconcilePayment(app.services, paymentId)],
  [
    "coming back from the page",
    (app: TestApp, { bookingId }: { bookingId: string }) => leaveCheckout(app, { kind: "booking", id: bookingId }),
  ],
] as const)("releases the place at %s, when no webhook arrived", async ([, act], { app }) => {
  const debit = await aBankDebit(app);
  await Promise.all([act(app, debit), act(app, debit)]);
  expect(await statusOf(app, debit.bookingId)).toBe("cancelled failed");
  expect(await unpaidMails(app)).toEqual(noticeTemplates);
});

test("restores the booking for a late payment while a place is free, even without a webhook", async ({ app }) => {
  const { bookingId, checkoutId, paymentId } = await aBankDebit(app, { isTold: true });
  await app.stripe.control.hold({});
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  app.clock.moveBy(24 * 60);
  await reconcilePayments(app.services);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect((await mailedTemplates(app)).filter((name) => name === "booking-confirmation")).toHaveLength(1);
  expect(await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) })).toMatchObject({ state: "paid" });
});

test("refunds a late payment in full once the place is sold to another visitor", async ({ app }) => {
  const { session, bookingId, checkoutId } = await aBankDebit(app, { isTold: true });
  await aHold(app, session);
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  await waitForAllEvents(app);
  await app.runJobs();
  expect(await statusOf(app, bookingId)).toBe("cancelled failed");
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
});

test("ignores an answer read before the payment succeeded", async ({ app }) => {
  const { bookingId, checkoutId } = await aBankDebit(app);
  const { sessions } = app.services.stripe.client.checkout;
  const earlier = await sessions.retrieve(checkoutId);
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  await settlePayment(app.services, await sessions.retrieve(checkoutId));
  await settlePayment(app.services, earlier);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await unpaidMails(app)).toEqual([]);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("offers the place to the next waitlist entry, not again to the one whose payment failed", async ({ app }) => {
  const session = await aFullSession(app, 1, { priceMinor: 1800 });
  const [first] = await joinWaitlist(app, session, 2);
  await cancelOneBooking(app, session);
  await app.as().waitlist.accept(acceptanceOf(session, first!));
  const [payment] = await app.db.select().from(payments).where(eq(payments.provider, "stripe"));
  await app.stripe.control.payLater(payment!.stripeCheckoutSessionId!);
  await expect.poll(() => waitlistStatuses(app, session)).toEqual(["accepted", "offered"]);
  expect(await app.db.$count(sessionWaitlist)).toBe(2);
});

test("ends a purchase, mails both sides once, and opens the collection when the money arrives", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.webhooks({ copies: 3 });
  await app.stripe.control.payLater(checkoutId);
  await waitForAllEvents(app);
  expect(await purchaseStatus(app, purchaseId)).toBe("failed");
  expect(await unpaidMails(app)).toEqual(["payment-not-received"]);
  await app.runJobs();
  const subjects = app.sentMails.map(({ to, subject }) => [to === account.email, subject]);
  expect(subjects.sort()).toEqual([
    [false, expect.stringMatching(/^Payment not confirmed: .+, Birth Recordings$/)],
    [true, "Your payment was not confirmed: Birth Recordings"],
  ]);
  expect(await app.as().purchases.confirm({ purchaseId })).toMatchObject({ state: "unconfirmed" });
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  await waitForAllEvents(app);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
});

test("ends a purchase at its release job, when no webhook arrived", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.hold({});
  await app.stripe.control.payLater(checkoutId);
  await app.runJobs("release-unpaid");
  expect(await purchaseStatus(app, purchaseId)).toBe("failed");
  expect(await unpaidMails(app)).toEqual(["payment-not-received"]);
});

test("reports a purchase that was paid late and then refunded as refunded, not as unpaid", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payLater(checkoutId);
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  await waitForAllEvents(app);
  await app.stripe.control.refund({ sessionId: checkoutId });
  await waitForAllEvents(app);
  expect(await purchaseStatus(app, purchaseId)).toBe("refunded");
  expect(await app.as().purchases.confirm({ purchaseId })).toMatchObject({ state: "refunded" });
});

test("refunds a late payment in full once the same address has booked again", async ({ app }) => {
  const { session, bookingId, checkoutId } = await aBankDebit(app, { isTold: true, maxAttendees: 9 });
  const { attendeeEmail } = await readBooking(app, bookingId);
  app.clock.moveBy(5);
  const form = { ...aBookingOf(session), email: attendeeEmail.toUpperCase() };
  await app.as().bookings.create(form);
  const [later] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.formKey, form.formKey));
  const again = later!.id;
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.bookingId, again) });
  await app.stripe.control.payNow(payment!.stripeCheckoutSessionId!);
  await waitForAllEvents(app);
  await app.stripe.control.webhooks({ copies: 3 });
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  await waitForAllEvents(app);
  await app.runJobs();
  expect([await statusOf(app, bookingId), await statusOf(app, again)]).toEqual(["cancelled failed", "completed paid"]);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect((await findOnlyMail(app, "late-payment-refunded")).props).toMatchObject({ reason: "booked_again" });
});

test("restores the booking for a late payment when the same address has cancelled its later booking", async ({
  app,
}) => {
  const { session, bookingId, checkoutId } = await aBankDebit(app, { isTold: true, maxAttendees: 9 });
  const { attendeeEmail } = await readBooking(app, bookingId);
  app.clock.moveBy(5);
  await takePlace(app.db, session, { attendeeEmail, status: "cancelled", paymentStatus: "cancelled" });
  await takePlace(app.db, session, { attendeeEmail, createdAt: new Date(0) });
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});
