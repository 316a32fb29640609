import { eq, sql } from "drizzle-orm";
import { liveSessions, payments, refunds, sessionBookings } from "@db/schema";
import { cancelSession } from "@server/office/managing/cancel-session";
import { aFreeBooking, aPaidBooking, mailsOf, recipientsOf, readBooking } from "../../../support/bookings";
import { readEventFile } from "../../../support/calendar";
import { setTotal } from "../../../support/money";
import { aBookingOf, aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { aFullSession, joinWaitlist, waitlistStatuses } from "../../../support/waitlist";

const statusOf = async (app: TestApp, id: string) => {
  const { status, paymentStatus } = await readBooking(app, id);
  return `${status} ${paymentStatus}`;
};

/** Returns what Stripe has refunded of a booking's payment, in pence. */
async function returnedOf(app: TestApp, bookingId: string): Promise<number[]> {
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.bookingId, bookingId) });
  const { data } = await app.services.stripe.client.refunds.list({ payment_intent: payment!.stripePaymentIntentId! });
  return data.filter(({ status }) => status === "succeeded").map(({ amount }) => amount);
}

test("cancels and refunds a paid booking and removes it from the calendar", async ({ app }) => {
  const session = await aSession(app.db);
  const { id, attendeeEmail } = await aPaidBooking(app, session);
  await cancelSession(app.services, session.id, { note: "I have lost my voice." });
  const [mail] = await mailsOf(app, "session-cancelled", attendeeEmail);
  expect(await statusOf(app, id)).toBe("cancelled refunded");
  expect(await returnedOf(app, id)).toEqual([1800]);
  expect(mail!.subject).toBe("Session cancelled: Evening Wind-Down");
  expect(mail!.text).toContain("The full £18.00 is on its way back to you");
  expect(mail!.text).toMatch(/^Why +I have lost my voice\.$/m);
  const [confirmation] = await mailsOf(app, "booking-confirmation", attendeeEmail);
  const published = readEventFile(confirmation!.attachments![0]!.content);
  const cancelled = readEventFile(mail!.attachments![0]!.content);
  expect(cancelled).toMatchObject({ method: "CANCEL", status: "CANCELLED", uid: published.uid, location: "Online" });
  expect(cancelled.sequence).toBeGreaterThan(published.sequence);
  expect(mail!.attachments![0]!.contentType).toBe("text/calendar; charset=utf-8; method=CANCEL");
});

test("words the mail for free places, places to be paid at the door and payments outside Stripe", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const free = await aFreeBooking(app, session);
  const atTheDoor = await aFreeBooking(app, session);
  const byHand = await aFreeBooking(app, session);
  await app.db
    .update(sessionBookings)
    .set({ status: "confirmed", paymentStatus: "pending", completedAt: null })
    .where(eq(sessionBookings.id, atTheDoor.id));
  await setTotal(app.db, byHand, { paymentStatus: "paid", listPriceMinor: 1800, totalMinor: 1800 });
  await app.db
    .insert(payments)
    .values({ bookingId: byHand.id, provider: "outside", state: "paid", amountMinor: 1800, currency: "GBP" });
  await cancelSession(app.services, session.id);
  expect(await statusOf(app, free.id)).toBe("cancelled cancelled");
  expect(await statusOf(app, atTheDoor.id)).toBe("cancelled cancelled");
  expect(await statusOf(app, byHand.id)).toBe("cancelled paid");
  const textTo = async (to: string) => (await mailsOf(app, "session-cancelled", to))[0]!.text;
  expect(await textTo(free.attendeeEmail)).toContain("There is nothing to pay.");
  expect(await textTo(atTheDoor.attendeeEmail)).toContain("There is nothing to pay.");
  expect(await textTo(byHand.attendeeEmail)).toContain("so I’ll return it to you myself");
  expect(await app.db.query.refunds.findFirst()).toMatchObject({ state: "pending", amountMinor: 1800 });
});

test("closes an open checkout at Stripe, releases its hold and mails its visitor", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await aHold(app, session);
  const { attendeeEmail } = await readBooking(app, bookingId);
  await cancelSession(app.services, session.id);
  const [mail] = await mailsOf(app, "session-cancelled", attendeeEmail);
  expect(mail!.text).toContain("Your payment was not finished");
  expect(mail!.attachments).toBeUndefined();
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  expect(checkout.status).toBe("expired");
});

test("refunds a payment made during the cancellation", async ({ app }) => {
  const session = await aSession(app.db);
  const holds = await Promise.all(Array.from({ length: 4 }, () => aHold(app, session)));
  await Promise.all([
    cancelSession(app.services, session.id),
    ...holds.map(({ checkoutId }) => app.stripe.control.payNow(checkoutId)),
  ]);
  await app.runJobs();
  for (const { bookingId } of holds) {
    await expect
      .poll(async () => {
        await app.runJobs();
        return returnedOf(app, bookingId);
      })
      .toEqual([1800]);
    expect((await readBooking(app, bookingId)).status).toBe("cancelled");
  }
});

test("refunds a payment made before and reported after the cancellation", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await aHold(app, session);
  const { attendeeEmail } = await readBooking(app, bookingId);
  await app.stripe.control.webhooks({ hold: true });
  await app.stripe.control.payNow(checkoutId);
  await cancelSession(app.services, session.id);
  await app.runJobs();
  expect(await returnedOf(app, bookingId)).toEqual([1800]);
  expect((await readBooking(app, bookingId)).status).toBe("cancelled");
  const [mail] = await mailsOf(app, "late-payment-refunded", attendeeEmail);
  expect(mail!.text).toContain("after the session had been cancelled");
});

test("cancels once when requested twice, or five times at once", async ({ app }) => {
  const session = await aSession(app.db);
  const { id, attendeeEmail } = await aPaidBooking(app, session);
  await Promise.all(Array.from({ length: 5 }, () => cancelSession(app.services, session.id)));
  await cancelSession(app.services, session.id);
  expect(await mailsOf(app, "session-cancelled", attendeeEmail)).toHaveLength(1);
  expect(await app.db.$count(refunds)).toBe(1);
  expect(await returnedOf(app, id)).toEqual([1800]);
  const row = await app.db.query.liveSessions.findFirst({ where: eq(liveSessions.id, session.id) });
  expect(row).toMatchObject({ cancelledAt: app.clock.now(), calendarSequence: 1 });
});

test("closes the waitlist, mails its entries and offers no place", async ({ app }) => {
  const session = await aFullSession(app);
  const [first, second] = await joinWaitlist(app, session, 2);
  await cancelSession(app.services, session.id);
  expect(await waitlistStatuses(app, session)).toEqual(["closed", "closed"]);
  for (const { email } of [first!, second!]) {
    const [mail] = await mailsOf(app, "session-cancelled", email);
    expect(mail!.text).toContain("You were on the waitlist, which is now closed.");
  }
  await app.runJobs("release-unpaid");
  expect(await recipientsOf(app, "waitlist-offer")).toEqual([]);
});

test("refuses bookings of a cancelled session and removes it from the schedule", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  await Promise.allSettled([
    cancelSession(app.services, session.id),
    ...Array.from({ length: 5 }, () => app.as().bookings.create(aBookingOf(session))),
  ]);
  const live = await app.db.$count(sessionBookings, sql`status <> 'cancelled'`);
  expect(live).toBe(0);
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("cancelled");
});

test("refuses to cancel a session that is over or unknown", async ({ app }) => {
  const session = await aSession(app.db);
  app.clock.moveBy(72 * 60 + 61);
  await expect(cancelSession(app.services, session.id)).rejects.toThrow("This session is over.");
  await expect(cancelSession(app.services, crypto.randomUUID())).rejects.toThrow("Session not found");
});
