import { randomUUID } from "node:crypto";
import { eq, gt } from "drizzle-orm";
import { liveSessions, payments, sessionBookings, sessionWaitlist } from "@db/schema";
import { countPlacesOf } from "@server/catalogue/schedule/places";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { anAdmin } from "../../../support/admin-sessions";
import { bookingIdIn } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import {
  acceptanceOf,
  aFullSession,
  cancelOneBooking,
  joinWaitlist,
  waitlistStatuses,
  mailedTo,
  refOf,
} from "../../../support/waitlist";

const day = 24 * 60;

async function anOffer(app: TestApp, { inLine = 1, ...values }: { inLine?: number; priceMinor?: number } = {}) {
  const session = await aFullSession(app, 1, values);
  const [entry, ...others] = await joinWaitlist(app, session, inLine);
  await cancelOneBooking(app, session);
  return { session, entry: entry!, others };
}

const paidBooking = async ({ db }: TestApp) => {
  const [booking] = await db.select().from(sessionBookings).where(gt(sessionBookings.totalMinor, 0));
  return booking!;
};
const checkoutOf = async ({ db }: TestApp, bookingId: string) => {
  const [payment] = await db.select().from(payments).where(eq(payments.bookingId, bookingId));
  return payment!.stripeCheckoutSessionId!;
};

test("books a free place at once and spends the offer", async ({ app }) => {
  const { session, entry } = await anOffer(app, { inLine: 2 });
  const acceptance = acceptanceOf(session, entry);
  const { next } = await app.as().waitlist.accept(acceptance);
  const bookingId = bookingIdIn(next);
  expect(await app.db.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, entry.id))).toMatchObject([
    { status: "accepted", bookingId },
  ]);
  expect(await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId))).toMatchObject([
    { status: "completed", paymentStatus: "free", attendeeEmail: entry.email },
  ]);
  expect((await countPlacesOf(app.db, session.id)).taken).toBe(1);
  expect(await mailedTo(app, entry.email)).toEqual(["waitlist-joined", "waitlist-offer", "booking-confirmation"]);
  expect(await app.as().waitlist.get(refOf(entry))).toMatchObject({ state: "accepted", bookingPath: next });

  await expect(app.as().waitlist.decline(refOf(entry))).rejects.toThrow("You have taken this place already.");
  await expect(app.as().waitlist.leave(refOf(entry))).rejects.toThrow("You have taken this place already.");
  await app.runJobs("end-offer");
  expect(await waitlistStatuses(app, session)).toEqual(["accepted", "waiting"]);

  await cancelOneBooking(app, session);
  expect(await waitlistStatuses(app, session)).toEqual(["accepted", "offered"]);
});

test("leads a repeated acceptance, by any form, to the booking of the first", async ({ app }) => {
  const { session, entry } = await anOffer(app);
  const acceptance = acceptanceOf(session, entry);
  const answers = [
    await app.as().waitlist.accept(acceptance),
    await app.as().waitlist.accept(acceptance),
    await app.as().waitlist.accept({ ...acceptance, formKey: randomUUID() }),
  ];
  expect(new Set(answers.map(({ next }) => next)).size).toBe(1);
  expect((await countPlacesOf(app.db, session.id)).taken).toBe(1);
});

test("holds a paid place for its payment and completes it once", async ({ app }) => {
  const { session, entry } = await anOffer(app, { priceMinor: 1800 });
  const acceptance = acceptanceOf(session, entry);
  const accepted = await app.as().waitlist.accept(acceptance);
  expect(await app.as().waitlist.accept(acceptance)).toEqual(accepted);
  const booking = await paidBooking(app);
  expect(booking).toMatchObject({ status: "pending", totalMinor: 1800 });
  expect((await countPlacesOf(app.db, session.id)).taken).toBe(1);

  await app.stripe.control.payNow(await checkoutOf(app, booking.id));
  await expect.poll(() => paidBooking(app)).toMatchObject({ status: "completed", paymentStatus: "paid" });
  expect(await mailedTo(app, entry.email)).toEqual(["waitlist-joined", "waitlist-offer", "booking-confirmation"]);
  await app.runJobs("end-offer");
  expect(await waitlistStatuses(app, session)).toEqual(["accepted"]);
});

test("offers the place to the next entry when the payment is not made, and does not restore the offer", async ({
  app,
}) => {
  const { session, entry, others } = await anOffer(app, { priceMinor: 1800, inLine: 2 });
  await app.as().waitlist.accept(acceptanceOf(session, entry));
  app.clock.moveBy(33);
  await app.runJobs("release-unpaid");
  expect(await waitlistStatuses(app, session)).toEqual(["accepted", "offered"]);
  expect(await app.as().waitlist.get(refOf(others[0]!))).toMatchObject({ state: "offered" });
  const { next } = await app.as().waitlist.accept(acceptanceOf(session, entry));
  expect(await app.as().bookings.getConfirmation({ bookingId: bookingIdIn(next) })).toMatchObject({ state: "expired" });
  expect((await countPlacesOf(app.db, session.id)).taken).toBe(1);
});

test("restores the offer when no payment page can be opened, and accepts the next form", async ({ app }) => {
  const { session, entry } = await anOffer(app, { priceMinor: 1800, inLine: 2 });
  await app.stripe.control.fail({ operation: "checkout.sessions.create", status: 500 });
  const acceptance = acceptanceOf(session, entry);
  const failed = "Failed to create checkout session";
  await expect(app.as().waitlist.accept(acceptance)).rejects.toThrow(failed);
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
  expect((await countPlacesOf(app.db, session.id)).taken).toBe(1);
  // A double click's second post answers like the first.
  await expect(app.as().waitlist.accept(acceptance)).rejects.toThrow(failed);
  await app.as().waitlist.accept({ ...acceptance, formKey: randomUUID() });
  expect(await waitlistStatuses(app, session)).toEqual(["accepted", "waiting"]);
});

test("offers the place to the next entry when the payment page fails after the offer has expired", async ({ app }) => {
  const { session, entry } = await anOffer(app, { priceMinor: 1800, inLine: 2 });
  app.clock.moveBy(2 * day);
  await app.stripe.control.fail({ operation: "checkout.sessions.create", status: 500 });
  await expect(app.as().waitlist.accept(acceptanceOf(session, entry))).rejects.toThrow("Failed to create checkout");
  expect(await waitlistStatuses(app, session)).toEqual(["accepted", "offered"]);
});

test("offers the place to the next entry when the admin ends an order whose payment page is open", async ({ app }) => {
  const { session, entry } = await anOffer(app, { priceMinor: 1800, inLine: 2 });
  await app.as().waitlist.accept(acceptanceOf(session, entry));
  const { id } = await paidBooking(app);
  const { api } = await anAdmin(app);
  await api.orders.setStatus({ kind: "booking", id, from: "pending pending", to: "failed" });
  expect(await waitlistStatuses(app, session)).toEqual(["accepted", "offered"]);
});

test("keeps the offer when the price has changed", async ({ app }) => {
  const { session, entry } = await anOffer(app, { priceMinor: 1800 });
  await app.db.update(liveSessions).set({ priceMinor: 2000, enteredPriceMinor: 2000 });
  await expect(app.as().waitlist.accept(acceptanceOf(session, entry))).rejects.toThrow("The price has changed.");
  expect(await waitlistStatuses(app, session)).toEqual(["offered"]);
});

test("accepts an expired offer that has not been ended yet, until the session begins", async ({ app }) => {
  const late = await anOffer(app);
  const tooLate = await anOffer(app);
  app.clock.moveBy(2 * day);
  await app.as().waitlist.accept(acceptanceOf(late.session, late.entry));
  expect(await waitlistStatuses(app, late.session)).toEqual(["accepted"]);
  app.clock.moveBy(day);
  await expect(app.as().waitlist.accept(acceptanceOf(tooLate.session, tooLate.entry))).rejects.toThrow(
    "Booking has closed for this session.",
  );
});

test("refuses an offer that was ended, declined or belongs to a cancelled session", async ({ app }) => {
  const runOut = await anOffer(app);
  app.clock.moveBy(2 * day);
  await app.runJobs("end-offer");
  const accept = ({ session, entry }: Awaited<ReturnType<typeof anOffer>>) =>
    app.as().waitlist.accept(acceptanceOf(session, entry));
  await expect(accept(runOut)).rejects.toThrow("This offer has expired, and the place went to the next person.");
  const declined = await anOffer(app);
  await app.as().waitlist.decline(refOf(declined.entry));
  await expect(accept(declined)).rejects.toThrow("You have declined this place.");
  const cancelled = await anOffer(app);
  await app.db.transaction(async (tx) => {
    const { id } = await lockSession(tx, cancelled.session.id);
    await tx.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, id));
  });
  await expect(accept(cancelled)).rejects.toThrow("This session has been cancelled.");
  const waiting = await aFullSession(app);
  const [entry] = await joinWaitlist(app, waiting);
  await expect(accept({ session: waiting, entry: entry!, others: [] })).rejects.toThrow(
    "No place has become free yet.",
  );
});

test("refuses another entry's key", async ({ app }) => {
  const { session, entry, others } = await anOffer(app, { inLine: 2 });
  const stolen = { ...acceptanceOf(session, entry), key: others[0]!.manageKey };
  await expect(app.as().waitlist.accept(stolen)).rejects.toThrow("Waitlist entry not found");
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
});
