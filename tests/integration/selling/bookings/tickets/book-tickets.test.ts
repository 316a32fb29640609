import { eq } from "drizzle-orm";
import { bookingTickets, discountCodes } from "@db/schema";
import { refusalOf } from "../../../../support/accounts";
import { mailsOf } from "../../../../support/bookings";
import { readBooking } from "../../../../support/money";
import { aBookingOf, aSession } from "../../../../support/sessions";
import { aFormFor, bookTickets, ticketIdsOf } from "../../../../support/tickets";
import { expect, test, type TestApp } from "../../../../support/test-app";

const percent = (code: string, discountPercentage: number) => ({
  code,
  discountType: "percentage" as const,
  discountPercentage,
});

const fixed = (code: string, discountAmountMinor: number) => ({
  code,
  discountType: "fixed_amount" as const,
  discountAmountMinor,
  discountCurrency: "GBP" as const,
});

const linesOf = async ({ services }: TestApp, checkoutId: string) => {
  const { data } = await services.stripe.client.checkout.sessions.listLineItems(checkoutId);
  return data.map(({ quantity, price }) => [quantity, price?.unit_amount]);
};

test("sells three tickets in one booking, each a line of one charge, and mails their names", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 5 });
  const form = aFormFor(session, { quantity: 3, ticketNames: "Ben Okafor\r\n\n  Cleo Adeyemi " });
  const { bookingId } = await app.as().bookings.create(form);
  const { checkoutId } = await payFor(app, bookingId);
  expect(await linesOf(app, checkoutId)).toEqual([[3, 1800]]);
  const booking = await readBooking(app, bookingId);
  expect(booking).toMatchObject({ status: "completed", quantity: 3, totalMinor: 5400, listPriceMinor: 5400 });
  const tickets = await app.db.select().from(bookingTickets).where(eq(bookingTickets.bookingId, bookingId));
  expect(tickets.map(({ number, name }) => [number, name]).sort()).toEqual([
    [1, null],
    [2, "Ben Okafor"],
    [3, "Cleo Adeyemi"],
  ]);
  expect(await ticketIdsOf(app, bookingId)).toContain(bookingId);
  expect((await app.as().schedule.get({ id: session.id })).placesLeft).toBe(2);
  const [mail] = await mailsOf(app, "booking-confirmation", form.email);
  for (const text of ["Hannah Okafor", "Ben Okafor", "Cleo Adeyemi", "£54.00", "Free cancellation of any ticket until"])
    expect(mail!.text).toContain(text);
  const [toAdmin] = await mailsOf(app, "admin-new-booking", app.services.settings.adminEmail);
  expect(toAdmin!.text).toContain("has booked 3 places");
  expect(toAdmin!.text).toMatch(/3 of 5\s+taken/);
});

async function payFor(app: TestApp, bookingId: string) {
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq: is }) => is(row.bookingId, bookingId) });
  const checkoutId = payment!.stripeCheckoutSessionId!;
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(async () => (await readBooking(app, bookingId)).status).toBe("completed");
  return { checkoutId };
}

test("discounts and rounds each ticket by itself, and spreads a fixed amount", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 1111, enteredPriceMinor: 1111 });
  await app.db.insert(discountCodes).values([percent("TENTH", 10), fixed("FIVER", 500)]);
  // 10% of 11.11 is 1.11, three times; of 33.33 it would be 3.33 as well, of two it differs by a penny.
  const half = await app.as().bookings.getForm({ sessionId: session.id, quantity: 5, discountCode: "TENTH" });
  expect(half).toMatchObject({ quantity: 5, ticketPrice: "$11.11".replace("$", "£"), quote: "GBP:5000" });
  const spread = await bookTickets(app, session, { quantity: 3, discountCode: "FIVER", quote: "GBP:2833" });
  expect(await linesOf(app, spread.checkoutId)).toEqual([
    [1, 945],
    [2, 944],
  ]);
  expect(await readBooking(app, spread.bookingId)).toMatchObject({ discountMinor: 500, totalMinor: 2833 });
});

test("applies Stripe's minimum to the total, not to each ticket", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 200 });
  await app.db.insert(discountCodes).values(percent("ALMOST", 90));
  const form = (quantity: number) =>
    app.as().bookings.getForm({ sessionId: session.id, quantity, discountCode: "ALMOST" });
  expect(await form(1)).toMatchObject({ quote: "GBP:0", isFree: true, tooLittle: "£0.20" });
  expect(await form(2)).toMatchObject({ quote: "GBP:40", isFree: false, tooLittle: null });
});

test("counts a one-time code once for all tickets of a booking", async ({ app }) => {
  const session = await aSession(app.db);
  await app.db.insert(discountCodes).values({ ...percent("ONCE", 50), isOneTimeUse: true });
  await bookTickets(app, session, { quantity: 2, discountCode: "ONCE", quote: "GBP:1800" });
  const again = app.as().bookings.create(aFormFor(session, { quantity: 1, discountCode: "ONCE", quote: "GBP:900" }));
  expect(await refusalOf(again)).toMatchObject({ code: "discount_refused" });
});

test("asks again when the total shown is that of another number of tickets", async ({ app }) => {
  const session = await aSession(app.db);
  const wrong = app.as().bookings.create(aFormFor(session, { quantity: 3, quote: "GBP:1800" }));
  expect(await refusalOf(wrong)).toMatchObject({
    code: "price_changed",
    message: "The number of tickets has changed. Please check the new total and confirm.",
  });
});

test("refuses more tickets than are left and says how many there are, and none, seven or half a ticket", async ({
  app,
}) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 3 });
  await bookTickets(app, session, { quantity: 2 });
  const book = (quantity: number) => app.as().bookings.create(aFormFor(session, { quantity }));
  expect(await refusalOf(book(2))).toEqual({
    code: "sold_out",
    message: "Only 1 place is left. Please choose one ticket.",
  });
  for (const quantity of [0, 7, 1.5, -1]) await expect(book(quantity)).rejects.toThrow("Choose 1 to 6 tickets");
  await book(1);
  expect((await refusalOf(book(1))).message).toBe("SOLD OUT");
});

test("books one ticket for a form without a number, and refuses more names than tickets", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const { bookingId } = await app.as().bookings.create(aBookingOf(session));
  expect(await readBooking(app, bookingId)).toMatchObject({ quantity: 1 });
  const crowd = app.as().bookings.create(aFormFor(session, { quantity: 2, ticketNames: "Ben\nCleo" }));
  expect(await refusalOf(crowd)).toEqual({
    code: "invalid",
    message: "That is 2 names besides your own for 2 tickets.",
  });
});

test("takes a late payment only while all of its tickets are free", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 3 });
  const { bookingId } = await app.as().bookings.create(aFormFor(session, { quantity: 2 }));
  const payment = await app.db.query.payments.findFirst();
  await app.stripe.control.hold({});
  await app.stripe.control.payLater(payment!.stripeCheckoutSessionId!);
  await app.stripe.control.release({});
  await expect.poll(async () => (await readBooking(app, bookingId)).status).toBe("cancelled");
  await app.as().bookings.create({ ...aFormFor(await aSession(app.db, { priceMinor: 0 }), { quantity: 1 }) });
  await app.db.execute("update live_sessions set max_attendees = 1 where max_attendees = 3");
  await app.stripe.control.settleLater({ sessionId: payment!.stripeCheckoutSessionId!, status: "succeeded" });
  await expect
    .poll(async () => (await app.db.query.refunds.findMany()).map(({ amountMinor }) => amountMinor))
    .toEqual([3600]);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "cancelled" });
});
