import { eq, sql } from "drizzle-orm";
import { payments, sessionBookings } from "@db/schema";
import { insertBooking } from "@server/selling/bookings/transitions";
import { releaseUnpaid } from "@server/payments/release";
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { leaveCheckout } from "../../support/leave-checkout";
import { expect, test, type TestApp } from "../../support/test-app";

const bookingOf = async ({ db }: TestApp, bookingId: string) =>
  (await db.query.sessionBookings.findFirst({ where: eq(sessionBookings.id, bookingId) }))!;
const statusAtStripe = async ({ services }: TestApp, checkoutId: string) =>
  (await services.stripe.client.checkout.sessions.retrieve(checkoutId)).status;
async function jobsOf({ db }: TestApp) {
  const { rows } = await db.execute<{ run_at: string; attempts: number }>(
    sql`select run_at, attempts from graphile_worker.jobs where task_identifier = 'release-unpaid'`,
  );
  return rows;
}

test("expires the checkout of an abandoned payment at Stripe and then frees the place", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await aHold(app, session);
  const jobs = await jobsOf(app);
  const { holdUntil } = await bookingOf(app, bookingId);
  expect(jobs.map((job) => new Date(job.run_at))).toEqual([new Date(holdUntil!.getTime() + 60_000)]);
  await app.runJobs("release-unpaid");
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "cancelled", paymentStatus: "cancelled" });
  expect(await statusAtStripe(app, checkoutId)).toBe("expired");
  expect(await app.db.query.payments.findFirst()).toMatchObject({ state: "cancelled" });
  await expect(aHold(app, session)).resolves.toHaveProperty("checkoutId");
});

test("still runs the jobs that the previous version enqueued", async ({ app }) => {
  const { bookingId } = await aHold(app, await aSession(app.db));
  await app.db.execute(sql`delete from graphile_worker._private_jobs`);
  const payload = JSON.stringify({ bookingId });
  await app.db.execute(sql`select graphile_worker.add_job('release-hold', ${payload}::json)`);
  await app.runJobs("release-hold");
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "cancelled" });
});

test("frees the place when Stripe reports an expired checkout", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  app.clock.moveBy(32);
  expect(await statusAtStripe(app, checkoutId)).toBe("expired");
  await expect.poll(async () => (await bookingOf(app, bookingId)).status).toBe("cancelled");
});

test("keeps a place whose payment was not reported, by asking Stripe first", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.webhooks({ hold: true });
  await app.stripe.control.payNow(checkoutId);
  await app.runJobs("release-unpaid");
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "completed", paymentStatus: "paid" });
});

test("keeps the hold while Stripe can't be asked, and runs the job again", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId } = await aHold(app, session);
  await app.stripe.control.fail({ operation: "checkout.sessions.expire", status: 503, times: 3 });
  await app.runJobs("release-unpaid");
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "pending" });
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("held for others");
  expect(await jobsOf(app)).toMatchObject([{ attempts: 1 }]);
  await app.runJobs("release-unpaid");
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "cancelled" });
});

test("releases a hold whose checkout was never created because the process died", async ({ app }) => {
  const session = await aSession(app.db);
  const { formKey, firstName, lastName, email } = aBookingOf(session);
  const bookingId = await app.db.transaction(async (tx) => {
    const attendee = { attendeeFirstName: firstName, attendeeLastName: lastName, attendeeEmail: email };
    const price = { listPriceMinor: 1800, totalMinor: 1800, currency: "GBP" as const, timeZone: "Europe/London" };
    const booking = await insertBooking(
      tx,
      { sessionId: session.id, formKey, ...attendee, ...price },
      "pending",
      new Date(),
    );
    await tx.insert(payments).values({ bookingId: booking.id, amountMinor: 1800, currency: "GBP" });
    return booking.id;
  });
  await releaseUnpaid(app.services, { kind: "booking", id: bookingId });
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "cancelled", paymentStatus: "cancelled" });
});

test("releases the hold when the visitor comes back from the payment page, and only once", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, checkoutId } = await aHold(app, session);
  await Promise.all([1, 2, 3].map(() => leaveCheckout(app, { kind: "booking", id: bookingId })));
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "cancelled" });
  expect(await statusAtStripe(app, checkoutId)).toBe("expired");
});

test("keeps a paid booking when its cancel address is opened", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(async () => (await bookingOf(app, bookingId)).status).toBe("completed");
  await leaveCheckout(app, { kind: "booking", id: bookingId });
  expect(await bookingOf(app, bookingId)).toMatchObject({ status: "completed", paymentStatus: "paid" });
});

test("either completes or releases a hold paid and released at the same moment", async ({ app }) => {
  for (let round = 0; round < 8; round++) {
    const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
    await Promise.all([app.stripe.control.payNow(checkoutId), leaveCheckout(app, { kind: "booking", id: bookingId })]);
    const atStripe = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
    const expected = atStripe.payment_status === "paid" ? "completed paid" : "cancelled cancelled";
    await expect
      .poll(async () => bookingOf(app, bookingId).then((booking) => `${booking.status} ${booking.paymentStatus}`))
      .toBe(expected);
  }
});
