import { randomUUID } from "node:crypto";
import { refunds } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { anAccount, refusalOf } from "../../support/accounts";
import { asAdmin, auditedActions } from "../../support/admin";
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
import { anOpenPurchase, purchaseStatus } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import { interceptStatements, createBarrier, disableRowLocks } from "../../support/statements";
import { expect, test, type TestApp } from "../../support/test-app";

const aRefund = (paymentId: string, amountMinor: number, isPlaceCancelled = true) => ({
  paymentId,
  amountMinor,
  isPlaceCancelled,
  formKey: randomUUID(),
});

async function sent(app: TestApp) {
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
}

const unexplained = async (app: TestApp) =>
  (await listLedger(app.services, { page: 1 })).lines.filter(({ problem }) => problem);

test("sends a partial refund through Stripe, records it and keeps the place", async ({ app }) => {
  const admin = await asAdmin(app);
  const { bookingId, paymentId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const made = await admin.payments.refund(aRefund(paymentId, 500));
  expect(made).toEqual({
    refunded: { amountMinor: 500, currency: "GBP" },
    provider: "stripe",
    isPlaceCancelled: false,
    ended: null,
  });
  await sent(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["500 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await auditedActions(app)).toEqual(["payment.refunded"]);
  expect(await mailedTemplates(app)).toContain("booking-refunded");
  expect(await refusalOf(admin.payments.refund(aRefund(paymentId, 1301)))).toEqual({
    code: "invalid",
    message: "At most £13.00 is left to refund.",
  });
  expect(await unexplained(app)).toEqual([]);
});

test("releases the place and mails the attendee with a full refund", async ({ app }) => {
  const admin = await asAdmin(app);
  const { bookingId, paymentId } = await aPaidBooking(app, await aSession(app.db));
  expect((await admin.payments.refund(aRefund(paymentId, 1800))).isPlaceCancelled).toBe(true);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  await sent(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect(await mailedTemplates(app)).toEqual(expect.arrayContaining(["booking-cancelled", "admin-booking-cancelled"]));
  expect(await unexplained(app)).toEqual([]);
});

test("refunds in full and keeps the place on request, with the reason in the ledger", async ({ app }) => {
  const admin = await asAdmin(app);
  const { bookingId, paymentId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await admin.payments.refund(aRefund(paymentId, 1800, false));
  await sent(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1800 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("completed refunded");
  expect(await mailedTemplates(app)).not.toContain("booking-cancelled");
  expect(await unexplained(app)).toEqual([]);
  // The instructor cancels the booking later, when nothing is left to refund.
  const { manageKey: key } = await readBooking(app, bookingId);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect((await findOnlyMail(app, "admin-booking-cancelled")).text).toContain("Nothing more is refunded.");
});

test("refunds once when the same form is posted twice at once", async ({ app }) => {
  const admin = await asAdmin(app);
  const { bookingId, paymentId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const form = aRefund(paymentId, 500);
  await Promise.all([admin.payments.refund(form), admin.payments.refund(form), admin.payments.refund(form)]);
  await admin.payments.refund(form);
  await sent(app);
  expect(await refundsOf(app, bookingId)).toEqual(["500 succeeded"]);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["500 succeeded"]);
});

async function raceOfTwo(app: TestApp) {
  const admin = await asAdmin(app);
  const { bookingId, paymentId } = await aPaidBooking(app, await aSession(app.db));
  await Promise.allSettled([
    admin.payments.refund(aRefund(paymentId, 1000)),
    admin.payments.refund(aRefund(paymentId, 1000)),
  ]);
  return refundsOf(app, bookingId);
}

test("never refunds more than was paid with two refunds at once", async ({ app }) => {
  expect(await raceOfTwo(app)).toEqual(["1000 pending"]);
});

// Control run: shows that the race above would be lost without the locks.
test("refunds more than was paid without the payment's lock (control run)", async ({ app }) => {
  disableRowLocks(app, "live_sessions", "session_bookings", "payments");
  const bothHaveCounted = createBarrier(2);
  const isEndOfCount = (text: string) => text.includes('from "disputes" ');
  interceptStatements(app, { after: (text) => (isEndOfCount(text) ? bothHaveCounted() : undefined) });
  expect(await raceOfTwo(app)).toEqual(["1000 pending", "1000 pending"]);
});

test("refunds a purchase in full and closes the collection again", async ({ app }) => {
  const admin = await asAdmin(app);
  const { purchaseId, paymentId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await waitForAllEvents(app);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
  await admin.payments.refund(aRefund(paymentId, 5100));
  await sent(app);
  expect(await purchaseStatus(app, purchaseId)).toBe("refunded");
  expect(await unexplained(app)).toEqual([]);
});

test("keeps the refund of a payment outside Stripe pending until the instructor confirms it", async ({ app }) => {
  const admin = await asAdmin(app);
  const { purchaseId } = await anOpenPurchase(app, await anAccount(app.db));
  await admin.orders.setStatus({ kind: "purchase", id: purchaseId, from: "pending", to: "paid" });
  const order = await admin.orders.get({ kind: "purchase", id: purchaseId });
  expect(order.payments).toMatchObject([{ provider: "outside", left: "£51.00" }]);
  await admin.payments.refund(aRefund(order.payments[0]!.paymentId, 5100));
  await app.runJobs("send-refund");
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
  const { owedByHand, notes } = await admin.orders.get({ kind: "purchase", id: purchaseId });
  expect([owedByHand.map(({ amount }) => amount), notes]).toEqual([["£51.00"], ["£51.00 to refund yourself"]]);
  await admin.payments.settleOutsideRefund(owedByHand[0]!);
  await admin.payments.settleOutsideRefund(owedByHand[0]!);
  expect(await purchaseStatus(app, purchaseId)).toBe("refunded");
  expect(await mailedTemplates(app)).not.toContain("purchase-refunded");
  expect(await auditedActions(app)).toContain("payment.returned_by_hand");
});

test("refuses to confirm a refund that Stripe makes, or an unknown one", async ({ app }) => {
  const admin = await asAdmin(app);
  const { paymentId } = await aPaidBooking(app, await aSession(app.db));
  await admin.payments.refund(aRefund(paymentId, 500));
  const [refund] = await app.db.select().from(refunds);
  expect(await refusalOf(admin.payments.settleOutsideRefund({ refundId: refund!.id }))).toMatchObject({
    code: "not_found",
  });
  expect(await refusalOf(admin.payments.refund(aRefund(randomUUID(), 500)))).toMatchObject({ code: "not_found" });
});
