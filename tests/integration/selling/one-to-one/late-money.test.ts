import { calendarBusyTimes, calendarSources } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { mailsOf, readBooking } from "../../../support/bookings";
import { aGiftCard, bookWithCards, giftBalanceOf } from "../../../support/gift-cards";
import { refundsOf, waitForAllEvents } from "../../../support/money";
import { aHeldSlot, anOffer, aPaidSlot, inDays, sessionOf, timesOf } from "../../../support/one-to-one";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

type HeldSlot = Awaited<ReturnType<typeof aHeldSlot>>;

/** Holds a time at eleven and lets the hold lapse. */
async function aLapsedSlot(app: TestApp, more: object = {}) {
  const offer = await anOffer(app.db);
  const start = inDays(app, 3, 11);
  const held = await aHeldSlot(app, offer, start, more);
  await releaseUnpaid(app.services, { kind: "booking", id: held.bookingId });
  expect(await timesOf(app, offer, start)).toHaveLength(6);
  return { offer, start, held };
}

/** Reports a payment for a page that was closed unpaid. */
async function payLate(app: TestApp, { checkoutId }: HeldSlot): Promise<void> {
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
}

/** Expects that the money goes back, and that the lapsed booking holds no time. */
async function expectReturned(app: TestApp, { bookingId, form }: HeldSlot, amountMinor = 8000) {
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "cancelled" });
  expect((await sessionOf(app, bookingId)).slotFreedAt).not.toBeNull();
  expect(await refundsOf(app, bookingId)).toEqual([`${amountMinor} pending`]);
  expect(await mailsOf(app, "booking-confirmation", form.email)).toEqual([]);
}

test("takes a time that is still free again for a payment that comes late", async ({ app }) => {
  const { offer, start, held } = await aLapsedSlot(app);
  await payLate(app, held);
  expect(await readBooking(app, held.bookingId)).toMatchObject({ status: "completed", paymentStatus: "paid" });
  expect((await sessionOf(app, held.bookingId)).slotFreedAt).toBeNull();
  expect(await timesOf(app, offer, start)).toHaveLength(5);
  expect(await mailsOf(app, "booking-confirmation", held.form.email)).toHaveLength(1);
});

test("gives a late payment back when another has booked the time, which stays theirs", async ({ app }) => {
  const { offer, start, held } = await aLapsedSlot(app);
  const other = await aPaidSlot(app, offer, start);
  await payLate(app, held);
  await expectReturned(app, held);
  expect(await readBooking(app, other.bookingId)).toMatchObject({ status: "completed" });
  expect((await sessionOf(app, other.bookingId)).slotFreedAt).toBeNull();
});

test("gives a late payment back when a group has been planned over the time", async ({ app }) => {
  const { start, held } = await aLapsedSlot(app);
  await aSession(app.db, { startTime: new Date(start.getTime() + 30 * 60_000) });
  await payLate(app, held);
  await expectReturned(app, held);
});

test("gives a late payment back when the instructor's calendar has an event there by now", async ({ app }) => {
  const { start, held } = await aLapsedSlot(app);
  const [source] = await app.db
    .insert(calendarSources)
    .values({ name: "Home", host: "calendar.example", sealedAddress: "none" })
    .returning();
  const endsAt = new Date(start.getTime() + 30 * 60_000);
  await app.db.insert(calendarBusyTimes).values({ sourceId: source!.id, startsAt: start, endsAt });
  await payLate(app, held);
  await expectReturned(app, held);
});

test("leaves the time free when a gift card can't pay its part of a late payment any more", async ({ app }) => {
  const card = await aGiftCard(app);
  const { offer, start, held } = await aLapsedSlot(app, { giftCodes: card.code });
  const evening = await aSession(app.db, { priceMinor: 1000, startTime: inDays(app, 4, 20) });
  await bookWithCards(app, evening, {
    codes: [card.code],
    email: "b@example.com",
  });
  await payLate(app, held);
  await expectReturned(app, held, 3000);
  expect(await giftBalanceOf(app.db, card)).toBe(4000);
  expect(await timesOf(app, offer, start)).toHaveLength(6);
});

test.for([
  ["another time of it", true],
  ["a time of another offer", false],
] as const)("bank money that comes after the same address has booked %s", async ([, isSame], { app }) => {
  const offer = await anOffer(app.db);
  const held = await aHeldSlot(app, offer, inDays(app, 3, 11));
  await app.stripe.control.payLater(held.checkoutId);
  await waitForAllEvents(app);
  expect(await readBooking(app, held.bookingId)).toMatchObject({ status: "cancelled" });
  app.clock.moveBy(5);
  const email = held.form.email.toUpperCase();
  await aPaidSlot(app, isSame ? offer : await anOffer(app.db), inDays(app, 4, 13), { email });
  await app.stripe.control.settleLater({ sessionId: held.checkoutId, status: "succeeded" });
  await waitForAllEvents(app);
  await app.runJobs();
  const { status } = await readBooking(app, held.bookingId);
  const returned = await refundsOf(app, held.bookingId);
  expect([status, returned]).toEqual(isSame ? ["cancelled", ["8000 succeeded"]] : ["completed", []]);
});
