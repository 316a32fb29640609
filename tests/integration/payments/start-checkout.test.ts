import { sessionBookings } from "@db/schema";
import { createCaller } from "@server/api/root";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, createTestContext, test } from "../../support/test-app";

test("shows the specified message and gives the place back when Stripe fails", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  await app.stripe.control.fail({ operation: "checkout.sessions.create", status: 500 });
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toMatchObject({
    code: "BAD_GATEWAY",
    message: "Failed to create checkout session",
  });
  expect(await app.db.select().from(sessionBookings)).toMatchObject([{ status: "cancelled", paymentStatus: "failed" }]);
  await expect(app.as().bookings.create(aBookingOf(session))).resolves.toHaveProperty("next");
});

test("shows the specified message and gives the place back when Stripe returns no address", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  await app.stripe.control.fail({ operation: "checkout.sessions.create", withoutUrl: true });
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow(
    "No checkout URL received from the payment provider",
  );
  expect(await app.db.select().from(sessionBookings)).toMatchObject([{ status: "cancelled", paymentStatus: "failed" }]);
});

test("retries after a short interruption without creating a second checkout", async ({ app }) => {
  const session = await aSession(app.db);
  await app.stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 1 });
  await expect(app.as().bookings.create(aBookingOf(session))).resolves.toHaveProperty("next");
  expect((await app.services.stripe.client.checkout.sessions.list()).data).toHaveLength(1);
});

test("repeats the refusal for a repeated form that Stripe refused, and holds nothing", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const form = aBookingOf(session);
  await app.stripe.control.fail({ operation: "checkout.sessions.create", status: 500 });
  await expect(app.as().bookings.create(form)).rejects.toThrow("Failed to create checkout session");
  await expect(app.as().bookings.create(form)).rejects.toThrow("Failed to create checkout session");
  expect(await app.db.$count(sessionBookings)).toBe(1);
});

test("cuts a title that is too long for Stripe", async ({ app }) => {
  const title = "a".repeat(4999) + "🌊 and more";
  await app.as().bookings.create(aBookingOf(await aSession(app.db, { title })));
  const { lineItems } = await app.stripe.control.state();
  expect(lineItems.map(({ description }) => description)).toEqual(["a".repeat(4999)]);
});

test("creates a checkout while this machine's clock is two minutes behind Stripe's", async ({ app }) => {
  const session = await aSession(app.db);
  const clock = { now: () => new Date(app.clock.now().getTime() - 120_000) };
  const caller = createCaller(() => createTestContext({ ...app.services, clock }));
  await expect(caller.bookings.create(aBookingOf(session))).resolves.toHaveProperty("next");
  expect((await app.services.stripe.client.checkout.sessions.list()).data).toHaveLength(1);
});
