import { eq } from "drizzle-orm";
import { liveSessions, payments, sessionBookings } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { reconcilePayments } from "@server/payments/reconcile";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aFreeBooking, mailsOf, readBooking } from "../../../support/bookings";
import { aCode } from "../../../support/codes";
import { waitForAllEvents, aPaidBooking, mailedTemplates, refundsOf, statusOf } from "../../../support/money";
import { actingAs, anOpenPurchase, aPurchase, purchaseStatus } from "../../../support/recordings";
import { aBookingOf, aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { disableSessionLockUntilAllCounted } from "../../../support/disabled-protections";

type Step = "paid" | "free" | "failed" | "cancelled";
const change = (id: string, from: string, to: Step) => ({ kind: "booking" as const, id, from, to });
const outsideOf = ({ db }: TestApp) => db.select().from(payments).where(eq(payments.provider, "outside"));

test("marks a pending booking as paid outside Stripe and closes its checkout", async ({ app }) => {
  const admin = await asAdmin(app);
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  expect(await admin.orders.setStatus(change(bookingId, "pending pending", "paid"))).toEqual({ outcome: "changed" });
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await outsideOf(app)).toMatchObject([{ bookingId, amountMinor: 1800, currency: "GBP", state: "paid" }]);
  const page = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  expect(page.status).toBe("expired");
  expect(await mailedTemplates(app)).toContain("booking-confirmation");
  expect(await auditedActions(app)).toEqual(["booking.status_changed"]);
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect((await listLedger(app.services, { page: 1 })).lines.filter(({ problem }) => problem)).toEqual([]);
});

test("refunds a payment made at the same moment", async ({ app }) => {
  const admin = await asAdmin(app);
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  await admin.orders.setStatus(change(bookingId, "pending pending", "free"));
  await app.stripe.control.release({});
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("completed free");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 succeeded"]);
});

test("closes the checkout before cancelling a hold, and keeps a hold that was just paid", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db);
  const given = await aHold(app, session);
  expect(await admin.orders.setStatus(change(given.bookingId, "pending pending", "failed"))).toEqual({
    outcome: "changed",
  });
  expect(await statusOf(app, given.bookingId)).toMatch(/^cancelled (failed|cancelled)$/);
  expect(await auditedActions(app)).toEqual(["booking.status_changed"]);
  await app.stripe.control.hold({});
  const paid = await aHold(app, session);
  await app.stripe.control.payNow(paid.checkoutId);
  const answer = await admin.orders.setStatus(change(paid.bookingId, "pending pending", "cancelled"));
  expect(answer).toEqual({ outcome: "paid_meanwhile" });
  expect(await statusOf(app, paid.bookingId)).toBe("completed paid");
  expect(await auditedActions(app)).toHaveLength(1);
});

test("cancels a paid booking with or without a refund, and owes nothing when the money is kept", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db);
  const [back, kept] = [await aPaidBooking(app, session), await aPaidBooking(app, session)];
  await admin.orders.setStatus({ ...change(back.bookingId, "completed paid", "cancelled"), refund: "yes" });
  await admin.orders.setStatus({ ...change(kept.bookingId, "completed paid", "cancelled"), refund: "no" });
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  expect(await statusOf(app, back.bookingId)).toBe("cancelled refunded");
  expect(await statusOf(app, kept.bookingId)).toBe("cancelled paid");
  expect((await readBooking(app, kept.bookingId)).refundWaivedAt).not.toBeNull();
  expect((await listLedger(app.services, { page: 1 })).lines.filter(({ problem }) => problem)).toEqual([]);
  const { notes } = await admin.orders.get({ kind: "booking", id: kept.bookingId });
  expect(notes).toEqual(["Cancelled", "£18.00 kept"]);
});

test("mails no confirmation for a booking by hand that is marked as paid after the session", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db, { startTime: new Date(app.clock.now().getTime() - 24 * 3_600_000) });
  const { formKey, sessionId } = aBookingOf(session);
  const dora = { firstName: "Dora", lastName: "Moss", email: "dora@example.com" };
  await admin.bookings.attendees.add({ ...dora, formKey, sessionId, payment: "transfer" });
  const [added] = await app.db.select().from(sessionBookings);
  await admin.orders.setStatus(change(added!.id, "confirmed pending", "paid"));
  expect(await statusOf(app, added!.id)).toBe("completed paid");
  expect(await mailedTemplates(app)).toEqual([]);
});

/** Returns a cancelled free booking. */
async function aCancelledBooking(app: TestApp, session: { id: string; priceMinor: number }) {
  const booking = await aFreeBooking(app, session);
  await app.as().bookings.cancel({ bookingId: booking.id, key: booking.manageKey });
  return booking;
}

test("restores a cancelled booking while a place is free, with a new calendar event and confirmation", async ({
  app,
}) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  const { id, attendeeEmail } = await aCancelledBooking(app, session);
  await admin.orders.setStatus(change(id, "cancelled cancelled", "free"));
  expect(await readBooking(app, id)).toMatchObject({ status: "completed", cancelledAt: null });
  const [raised] = await app.db.select().from(liveSessions);
  expect(raised!.calendarSequence).toBe(session.calendarSequence + 2);
  expect(await mailsOf(app, "booking-confirmation", attendeeEmail)).toHaveLength(2);
});

test("refuses to restore a booking without a free place, and says why", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  const { id } = await aCancelledBooking(app, session);
  await aFreeBooking(app, session);
  expect(await refusalOf(admin.orders.setStatus(change(id, "cancelled cancelled", "free")))).toEqual({
    code: "sold_out",
    message: "No place is free: 1 of 1 are taken.",
  });
  expect(await statusOf(app, id)).toBe("cancelled cancelled");
  expect(await auditedActions(app)).toEqual([]);
});

test("restores exactly one of two cancelled bookings at the same time for one place", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  const [first, second] = [await aCancelledBooking(app, session), await aCancelledBooking(app, session)];
  const outcomes = await Promise.allSettled(
    [first, second].map(({ id }) => admin.orders.setStatus(change(id, "cancelled cancelled", "free"))),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await app.db.$count(sessionBookings, eq(sessionBookings.status, "completed"))).toBe(1);
});

// Control run: shows that the trigger stands behind the count of places.
test("refuses the second of two restored bookings by the trigger alone, without the lock", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  const [first, second] = [await aCancelledBooking(app, session), await aCancelledBooking(app, session)];
  disableSessionLockUntilAllCounted(app, 2);
  const outcomes = await Promise.allSettled(
    [first, second].map(({ id }) => admin.orders.setStatus(change(id, "cancelled cancelled", "free"))),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await app.db.$count(sessionBookings, eq(sessionBookings.status, "completed"))).toBe(1);
});

test("refuses to restore a booking whose one-time code was used by another", async ({ app }) => {
  const admin = await asAdmin(app);
  await aCode(app.db, "ONCE", { isOneTimeUse: true, discountPercentage: 100 });
  const session = await aSession(app.db);
  const book = async () => {
    const form = { ...aBookingOf(session), discountCode: "ONCE", quote: "GBP:0" };
    await app.as().bookings.create(form);
    return (await app.db.query.sessionBookings.findFirst({ where: (row, { eq }) => eq(row.formKey, form.formKey) }))!;
  };
  const first = await book();
  await app.as().bookings.cancel({ bookingId: first.id, key: first.manageKey });
  await book();
  expect(await refusalOf(admin.orders.setStatus(change(first.id, "cancelled cancelled", "free")))).toMatchObject({
    code: "discount_refused",
  });
});

test("refuses a decision about an outdated status and an impossible change", async ({ app }) => {
  const admin = await asAdmin(app);
  const { bookingId } = await aPaidBooking(app, await aSession(app.db));
  expect(await refusalOf(admin.orders.setStatus(change(bookingId, "pending pending", "paid")))).toEqual({
    code: "closed",
    message: "This order has just changed. Please check it and try again.",
  });
  expect(await refusalOf(admin.orders.setStatus(change(bookingId, "completed paid", "free")))).toMatchObject({
    code: "closed",
  });
});

test("marks a pending purchase as free or cancelled and closes its checkout", async ({ app }) => {
  const admin = await asAdmin(app);
  const { purchaseId, checkoutId, paymentId } = await anOpenPurchase(app);
  await admin.orders.setStatus({ kind: "purchase", id: purchaseId, from: "pending", to: "free" });
  expect(await purchaseStatus(app, purchaseId)).toBe("free");
  expect((await app.services.stripe.client.checkout.sessions.retrieve(checkoutId)).status).toBe("expired");
  await waitForAllEvents(app);
  const [attempt] = await app.db.select().from(payments).where(eq(payments.id, paymentId));
  expect(attempt!.state).toBe("cancelled");
  await admin.orders.setStatus({ kind: "purchase", id: purchaseId, from: "free", to: "cancelled" });
  expect(await purchaseStatus(app, purchaseId)).toBe("cancelled");
  const other = await anOpenPurchase(app);
  await admin.orders.setStatus({ kind: "purchase", id: other.purchaseId, from: "pending", to: "cancelled" });
  expect(await purchaseStatus(app, other.purchaseId)).toBe("cancelled");
  expect(await auditedActions(app)).toEqual(Array(3).fill("purchase.status_changed"));
});

test("confirms a restored purchase again, each time once", async ({ app }) => {
  const admin = await asAdmin(app);
  const { purchaseId: id } = await anOpenPurchase(app);
  const open = { kind: "purchase" as const, id, from: "pending", to: "free" as const };
  const twice = await Promise.allSettled([open, open].map((step) => admin.orders.setStatus(step)));
  expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await admin.orders.setStatus({ kind: "purchase", id, from: "free", to: "cancelled" });
  app.clock.moveBy(60);
  await admin.orders.setStatus({ kind: "purchase", id, from: "cancelled", to: "paid" });
  expect(await mailedTemplates(app)).toEqual([
    "admin-purchase",
    "admin-purchase",
    "purchase-confirmation",
    "purchase-confirmation",
  ]);
});

test("refuses a second purchase of the same collection", async ({ app }) => {
  const admin = await asAdmin(app);
  const buyer = await anAccount(app.db);
  await aPurchase(app.db, buyer);
  const again = await aPurchase(app.db, buyer, { status: "cancelled" });
  const call = admin.orders.setStatus({ kind: "purchase", id: again.id, from: "cancelled", to: "paid" });
  expect(await refusalOf(call)).toEqual({ code: "closed", message: "The buyer already has this collection." });
  expect(await app.as(actingAs(buyer)).recordings.getCollection({ collection: "birth" })).toMatchObject({
    hasFullAccess: true,
  });
});

test("corrects by Sync what a lost webhook left, and asks about all pending orders together", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db);
  await app.stripe.control.hold({});
  const [first, second] = [await aHold(app, session), await aHold(app, session)];
  const ref = { kind: "booking" as const, id: first.bookingId };
  expect(await admin.orders.sync(ref)).toEqual({ updated: false, alreadyPaid: false });
  await app.stripe.control.payNow(first.checkoutId);
  expect(await admin.orders.sync(ref)).toEqual({ updated: true, alreadyPaid: false });
  expect(await admin.orders.sync(ref)).toEqual({ updated: false, alreadyPaid: true });
  await app.stripe.control.payNow(second.checkoutId);
  expect(await admin.orders.syncPending()).toEqual({ looked: 1, updated: 1, failed: 0 });
  expect(await statusOf(app, second.bookingId)).toBe("completed paid");
  await reconcilePayments(app.services);
});
