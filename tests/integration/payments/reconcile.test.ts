import { eq, sql } from "drizzle-orm";
import Stripe from "stripe";
import { vi } from "vitest";
import { disputes, payments, sessionBookings } from "@db/schema";
import { reconcilePayments } from "@server/payments/reconcile";
import { reconcilePayment } from "@server/payments/reconcile-payment";
import {
  waitForAllEvents,
  aPaidBooking,
  mailedTemplates,
  refundsAtStripe,
  refundsOf,
  statusOf,
} from "../../support/money";
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const stripeOf = ({ services }: TestApp) => services.stripe.client;
const forgetJobs = ({ db }: TestApp, task: string) =>
  db.execute(sql`delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
    where tasks.id = jobs.task_id and tasks.identifier = ${task}`);
/** Simulates a process that died after Stripe had created the checkout and before it was stored. */
const forgetPage = ({ db }: TestApp, paymentId: string) =>
  db.update(payments).set({ stripeCheckoutSessionId: null, checkoutUrl: null }).where(eq(payments.id, paymentId));

test("finds a payment whose webhook was lost, and changes nothing when run again", async ({ app }) => {
  const { bookingId, checkoutId, paymentId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  expect(await reconcilePayment(app.services, paymentId)).toEqual({ updated: false, alreadyPaid: false });
  await app.stripe.control.payNow(checkoutId);
  expect(await reconcilePayment(app.services, paymentId)).toEqual({ updated: true, alreadyPaid: false });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await reconcilePayment(app.services, paymentId)).toEqual({ updated: false, alreadyPaid: true });
  expect(await mailedTemplates(app)).toEqual(["admin-new-booking", "booking-confirmation"]);
});

test("reconciles paid and expired checkouts without webhooks, several at a time", async ({ app }) => {
  const session = await aSession(app.db);
  const [paid, expired, waiting] = [await aHold(app, session), await aHold(app, session), await aHold(app, session)];
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(paid.checkoutId);
  await stripeOf(app).checkout.sessions.expire(expired.checkoutId);
  app.clock.moveBy(5);
  expect(await reconcilePayments(app.services)).toEqual({ looked: 3, updated: 2 });
  expect(await statusOf(app, paid.bookingId)).toBe("completed paid");
  expect(await statusOf(app, expired.bookingId)).toBe("cancelled cancelled");
  expect(await statusOf(app, waiting.bookingId)).toBe("pending pending");
  expect(await reconcilePayments(app.services)).toEqual({ looked: 1, updated: 0 });
});

test("ends a hold whose release job was lost", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await aHold(app, session);
  await app.stripe.control.hold({});
  await forgetJobs(app, "release-unpaid");
  app.clock.moveBy(40);
  await reconcilePayments(app.services);
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  expect(await stripeOf(app).checkout.sessions.retrieve(checkoutId)).toMatchObject({ status: "expired" });
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");
});

test("ends a hold without any payment when it expires", async ({ app }) => {
  const { bookingId, paymentId } = await aHold(app, await aSession(app.db));
  await app.db.update(payments).set({ state: "failed" }).where(eq(payments.id, paymentId));
  await reconcilePayments(app.services);
  expect(await statusOf(app, bookingId)).toBe("pending pending");
  app.clock.moveBy(40);
  await reconcilePayments(app.services);
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
});

test("finds a checkout whose creation was never answered, and counts what was paid there", async ({ app }) => {
  const { bookingId, checkoutId, paymentId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await forgetPage(app, paymentId);
  expect(await reconcilePayment(app.services, paymentId)).toEqual({ updated: false, alreadyPaid: false });
  expect(await app.db.query.payments.findFirst()).toMatchObject({ stripeCheckoutSessionId: checkoutId });
  await forgetPage(app, paymentId);
  await app.stripe.control.payNow(checkoutId);
  expect(await reconcilePayment(app.services, paymentId)).toEqual({ updated: true, alreadyPaid: false });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test("expires an open checkout whose place was given back", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  await app.stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("Failed to create checkout session");
  const [page] = (await stripeOf(app).checkout.sessions.list()).data;
  expect(page).toMatchObject({ status: "open" });
  await reconcilePayments(app.services);
  expect(await stripeOf(app).checkout.sessions.retrieve(page!.id)).toMatchObject({ status: "expired" });
  expect(await app.db.query.payments.findFirst()).toMatchObject({ state: "failed", stripeCheckoutSessionId: page!.id });
});

test("sends a refund whose job was lost, once", async ({ app }) => {
  const { bookingId, key, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.as().bookings.cancel({ bookingId, key });
  await forgetJobs(app, "send-refund");
  await Promise.all([reconcilePayments(app.services), reconcilePayments(app.services)]);
  await waitForAllEvents(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
});

test("asks nothing about refunds and disputes of other programs, by webhook or on the schedule", async ({ app }) => {
  await app.stripe.control.hold({});
  for (const isWithoutIntent of [true, false]) {
    const { id: chargeId } = await app.stripe.control.payElsewhere({ amount: 900, isWithoutIntent });
    await app.stripe.control.refund({ chargeId, amount: 400 });
    await app.stripe.control.dispute({ chargeId });
  }
  await app.stripe.control.fail({ operation: "checkout.sessions.list", status: 500, times: 1 });
  await app.stripe.control.release({});
  await waitForAllEvents(app);
  await reconcilePayments(app.services);
  // No sessions were requested: the failure is still to come.
  await expect(app.services.stripe.client.checkout.sessions.list()).rejects.toThrow("told to fail");
});

test("finds refunds and disputes of the dashboard whose webhooks were lost", async ({ app }) => {
  const session = await aSession(app.db);
  const [back, disputed] = [await aPaidBooking(app, session), await aPaidBooking(app, session)];
  await app.stripe.control.hold({});
  await app.stripe.control.refund({ sessionId: back.checkoutId });
  const { id } = await app.stripe.control.dispute({ sessionId: disputed.checkoutId });
  await reconcilePayments(app.services);
  expect(await statusOf(app, back.bookingId)).toBe("cancelled refunded");
  expect(await app.db.select().from(disputes)).toMatchObject([{ stripeDisputeId: id }]);

  const { stripeRefundId } = (await app.db.query.refunds.findFirst())!;
  await app.stripe.control.settleRefund({ refundId: stripeRefundId!, status: "failed" });
  expect(await reconcilePayment(app.services, back.paymentId)).toEqual({ updated: true, alreadyPaid: true });
  expect(await refundsOf(app, back.bookingId)).toEqual(["1800 failed"]);
});

test("reconciles the other payments when one fails", async ({ app }) => {
  const session = await aSession(app.db);
  const [first, second] = [await aHold(app, session), await aHold(app, session)];
  await app.stripe.control.hold({});
  for (const { checkoutId } of [first, second]) await app.stripe.control.payNow(checkoutId);
  const scope = { sessionId: first.checkoutId, times: 9 };
  await app.stripe.control.fail({ operation: "checkout.sessions.retrieve", status: 503, ...scope });
  app.clock.moveBy(5);
  await reconcilePayments(app.services);
  expect(await statusOf(app, first.bookingId)).toBe("pending pending");
  expect(await statusOf(app, second.bookingId)).toBe("completed paid");
});

test("never asks Stripe about a payment outside Stripe", async ({ app }) => {
  const { bookingId, paymentId } = await aPaidBooking(app, await aSession(app.db));
  const outside = { provider: "outside" as const, stripePaymentIntentId: null, stripeCheckoutSessionId: null };
  await app.db.update(payments).set(outside).where(eq(payments.id, paymentId));
  expect(await reconcilePayment(app.services, paymentId)).toEqual({ updated: false, alreadyPaid: true });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test("releases a hold with two payments only when both checkouts are closed, and completes it when one is paid", async ({
  app,
}) => {
  const session = await aSession(app.db);
  const { bookingId, paymentId, checkoutId } = await aHold(app, session);
  const [second] = await app.db.insert(payments).values({ bookingId, amountMinor: 1800, currency: "GBP" }).returning();
  const page = await stripeOf(app).checkout.sessions.create({
    mode: "payment",
    success_url: "https://breathroom.example/",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 1800, product_data: { name: "Again" } } }],
    metadata: { bookingId, paymentId: second!.id },
  });
  await app.db.update(payments).set({ stripeCheckoutSessionId: page.id }).where(eq(payments.id, second!.id));
  await stripeOf(app).checkout.sessions.expire(checkoutId);
  await waitForAllEvents(app);
  expect(await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) })).toMatchObject({
    state: "cancelled",
  });
  expect(await statusOf(app, bookingId)).toBe("pending pending");
  await app.stripe.control.payNow(page.id);
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await app.db.$count(sessionBookings, eq(sessionBookings.status, "completed"))).toBe(1);
});

test("asks an unreachable Stripe once a round and still ends the holds without a payment", async ({ app }) => {
  const session = await aSession(app.db);
  const [first] = [await aHold(app, session), await aHold(app, session)];
  const withoutPage = await aHold(app, session);
  await app.db.update(payments).set({ state: "failed" }).where(eq(payments.id, withoutPage.paymentId));
  await forgetJobs(app, "release-unpaid");
  app.clock.moveBy(40);
  const { client } = app.services.stripe;
  const away = new Stripe.errors.StripeConnectionError({ message: "away", type: "api_error" });
  const retrieve = vi.spyOn(client.checkout.sessions, "retrieve").mockRejectedValue(away);
  const list = vi.spyOn(client.refunds, "list");
  expect(await reconcilePayments(app.services)).toEqual({ looked: 2, updated: 0 });
  expect([retrieve.mock.calls.length, list.mock.calls.length]).toEqual([1, 0]);
  expect(await statusOf(app, withoutPage.bookingId)).toBe("cancelled cancelled");
  retrieve.mockRestore();
  await reconcilePayments(app.services);
  expect(await statusOf(app, first.bookingId)).toBe("cancelled cancelled");
});
