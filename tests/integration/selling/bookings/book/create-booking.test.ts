import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails, payments, sessionBookings } from "@db/schema";
import { aBookingOf, aSession, bookingIdIn } from "../../../../support/sessions";
import { expect, test } from "../../../../support/test-app";

const minute = 60_000;

test("completes a free booking at once and enqueues the mails to both sides", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 12 });
  const { next } = await app.as().bookings.create({ ...aBookingOf(session), email: " Hannah@Example.com " });
  const booking = await app.db.query.sessionBookings.findFirst();
  expect(next).toBe(`/booking-confirmation?bookingId=${booking!.id}`);
  expect(booking).toMatchObject({
    status: "completed",
    paymentStatus: "free",
    attendeeEmail: "Hannah@Example.com",
    totalMinor: 0,
    holdUntil: null,
  });
  const mails = await app.db.select().from(outboxEmails);
  expect(mails.map(({ template, recipient }) => [template, recipient]).sort()).toEqual([
    ["admin-new-booking", app.services.settings.adminEmail],
    ["booking-confirmation", "Hannah@Example.com"],
  ]);
  await app.runJobs();
  expect(app.sentMails).toHaveLength(2);
});

test("holds a paid place until the payment page closes, at exactly the price shown", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 1450 });
  const { next } = await app.as().bookings.create(aBookingOf(session));
  const booking = (await app.db.query.sessionBookings.findFirst())!;
  const payment = (await app.db.query.payments.findFirst())!;
  expect(booking).toMatchObject({ status: "pending", paymentStatus: "pending", totalMinor: 1450, currency: "GBP" });
  expect(booking.holdUntil).toEqual(new Date(app.clock.now().getTime() + 31 * minute));
  expect(payment).toMatchObject({ state: "open", amountMinor: 1450, currency: "GBP", checkoutUrl: next });
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(payment.stripeCheckoutSessionId!);
  expect(checkout).toMatchObject({
    amount_total: 1450,
    currency: "gbp",
    customer_email: booking.attendeeEmail,
    status: "open",
    expires_at: Math.ceil(booking.holdUntil!.getTime() / 1000),
    metadata: { bookingId: booking.id, paymentId: payment.id },
    cancel_url: `${app.services.settings.siteUrl}/sessions/${session.id}/book?cancelled=${booking.id}`,
    success_url: `${app.services.settings.siteUrl}/booking-confirmation?bookingId=${booking.id}`,
  });
  expect(await app.db.select().from(outboxEmails)).toEqual([]);
});

test("charges a visitor in their own currency and stores the exchange rate", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 1800 });
  const visitor = { currency: "EUR" as const, timeZone: "Europe/Berlin" };
  const form = await app.as({ visitor }).bookings.getForm({ sessionId: session.id });
  expect(form).toMatchObject({ total: "€21.00", quote: "EUR:2100" });
  await app.as({ visitor }).bookings.create({ ...aBookingOf(session), quote: form.quote });
  const booking = await app.db.query.sessionBookings.findFirst();
  expect(booking).toMatchObject({ totalMinor: 2100, currency: "EUR", exchangeRate: "1.17", timeZone: "Europe/Berlin" });
});

test("charges nothing and asks again when the price changed after the form was shown", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 1800 });
  const shown = aBookingOf(session);
  await app.db
    .update(liveSessions)
    .set({ priceMinor: 2500, enteredPriceMinor: 2500 })
    .where(eq(liveSessions.id, session.id));
  await expect(app.as().bookings.create(shown)).rejects.toThrow(
    "The price has changed. Please check the new price and confirm.",
  );
  expect(await app.db.select().from(sessionBookings)).toEqual([]);
  expect(await app.db.select().from(payments)).toEqual([]);
});

test("refuses a forged quote that is not the price", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 1800 });
  for (const quote of ["GBP:0", "GBP:1", "USD:1800", "EUR:2100"]) {
    await expect(app.as().bookings.create({ ...aBookingOf(session), quote }), quote).rejects.toThrow("price");
  }
  expect(await app.db.select().from(sessionBookings)).toEqual([]);
});

test("answers repeated posts of one form key with the first answer, five times at once and later", async ({ app }) => {
  const session = await aSession(app.db);
  const form = aBookingOf(session);
  const five = await Promise.all(Array.from({ length: 5 }, () => app.as().bookings.create(form)));
  const later = await app.as().bookings.create(form);
  expect(new Set([...five, later].map(({ next }) => next)).size).toBe(1);
  expect(await app.db.select().from(sessionBookings)).toHaveLength(1);
  expect(await app.db.select().from(payments)).toHaveLength(1);
  expect((await app.services.stripe.client.checkout.sessions.list()).data).toHaveLength(1);
});

test("makes one booking and one confirmation from a free form posted five times at once", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const form = aBookingOf(session);
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.as().bookings.create(form)));
  const bookings = await app.db.select().from(sessionBookings);
  expect(bookings).toHaveLength(1);
  expect(new Set(answers.map(({ next }) => bookingIdIn(next)))).toEqual(new Set([bookings[0]!.id]));
  expect(await app.db.select().from(outboxEmails)).toHaveLength(2);
});

test("accepts the same form key for two sessions", async ({ app }) => {
  const formKey = randomUUID();
  const [first, second] = [await aSession(app.db, { priceMinor: 0 }), await aSession(app.db, { priceMinor: 0 })];
  await app.as().bookings.create(aBookingOf(first, { formKey }));
  await app.as().bookings.create(aBookingOf(second, { formKey }));
  expect((await app.db.select().from(sessionBookings)).map(({ sessionId }) => sessionId).sort()).toEqual(
    [first.id, second.id].sort(),
  );
});

test('says SOLD OUT for a full session and "held for others" for one filled by holds', async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  await app.as().bookings.create(aBookingOf(session));
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("SOLD OUT");
  const paid = await aSession(app.db, { maxAttendees: 1 });
  await app.as().bookings.create(aBookingOf(paid));
  await expect(app.as().bookings.create(aBookingOf(paid))).rejects.toThrow(
    "The last places are being held for others right now.",
  );
});

test("closes booking at the start, to the millisecond", async ({ app }) => {
  const startsNow = await aSession(app.db, { priceMinor: 0, startTime: app.clock.now() });
  await expect(app.as().bookings.create(aBookingOf(startsNow))).rejects.toThrow("Booking has closed for this session.");
  const startsSoon = await aSession(app.db, { priceMinor: 0, startTime: new Date(app.clock.now().getTime() + 1) });
  await expect(app.as().bookings.create(aBookingOf(startsSoon))).resolves.toHaveProperty("next");
});

test("refuses to book cancelled, unpublished and unknown sessions", async ({ app }) => {
  const cancelled = await aSession(app.db, { priceMinor: 0, cancelledAt: new Date() });
  await expect(app.as().bookings.create(aBookingOf(cancelled))).rejects.toThrow("This session has been cancelled.");
  const draft = await aSession(app.db, { priceMinor: 0, isPublished: false });
  await expect(app.as().bookings.create(aBookingOf(draft))).rejects.toMatchObject({ code: "NOT_FOUND" });
  const unknown = { id: randomUUID(), priceMinor: 0 };
  await expect(app.as().bookings.create(aBookingOf(unknown))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test.for([
  ["firstName", " ", "Enter your first name"],
  ["firstName", "Han\u0000nah", "Enter your first name"],
  ["lastName", "", "Enter your last name"],
  ["email", "hannah@", "Enter a full email address"],
] as const)("refuses a wrong %s with its message", async ([field, value, message], { app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  await expect(app.as().bookings.create({ ...aBookingOf(session), [field]: value })).rejects.toThrow(message);
});
