import { bookingTickets, priceRates, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import {
  aChosenBooking,
  aSessionForAnyAmount,
  aSessionWithEarlyPrice,
  aSessionWithRates,
} from "../../../../support/rates";
import { expect, test, type TestApp } from "../../../../support/test-app";

const readOnlyBooking = async ({ db }: TestApp) => (await db.select().from(sessionBookings))[0]!;

const ticketsOf = async ({ db }: TestApp, id: string) =>
  db
    .select({
      name: bookingTickets.priceRateName,
      list: bookingTickets.listPriceMinor,
      share: bookingTickets.shareMinor,
    })
    .from(bookingTickets)
    .where(eq(bookingTickets.bookingId, id))
    .orderBy(bookingTickets.number);

test("books two tickets at two rates, at Stripe for what was shown", async ({ app }) => {
  const session = await aSessionWithRates(app);
  const api = app.as();
  const form = await api.bookings.getForm({ sessionId: session.id, quantity: 2, rate1: 1, rate2: 3 });
  expect(form).toMatchObject({
    total: "£42.00",
    quote: "GBP:1x1.3000+1x3.1200:4200",
    lines: [
      { name: "1 × Supporter", amount: "£30.00" },
      { name: "1 × Low income", amount: "£12.00" },
    ],
  });
  await api.bookings.create(await aChosenBooking(api, session, { quantity: 2, rate1: 1, rate2: 3 }));
  const booking = await readOnlyBooking(app);
  expect(booking).toMatchObject({ listPriceMinor: 4200, totalMinor: 4200, currency: "GBP" });
  expect(await ticketsOf(app, booking.id)).toEqual([
    { name: "Supporter", list: 3000, share: 3000 },
    { name: "Low income", list: 1200, share: 1200 },
  ]);
});

test("asks again where another rate was chosen than shown, and refuses what the rate has no place for", async ({
  app,
}) => {
  const session = await aSessionWithRates(app, 1);
  const api = app.as();
  const shown = await aChosenBooking(api, session, { rate1: 1 });
  await expect(api.bookings.create({ ...shown, rate1: 3 })).rejects.toThrow("that of what you have chosen now");
  const two = await aChosenBooking(api, session, { quantity: 2, rate1: 3, rate2: 3 });
  await expect(api.bookings.create(two)).rejects.toThrow("Only 1 place is left at “Low income”.");
  expect(await app.db.$count(sessionBookings)).toBe(0);
});

test("begins with the standard rate, or the next cheaper one that has a place", async ({ app }) => {
  const session = await aSessionWithRates(app);
  await app.db.update(priceRates).set({ places: 1 }).where(eq(priceRates.name, "Standard"));
  const api = app.as();
  await api.bookings.create(await aChosenBooking(api, session, {}));
  const form = await api.bookings.getForm({ sessionId: session.id, quantity: 2 });
  expect(form).toMatchObject({ total: "£24.00", prices: { chosen: ["3", "3"] } });
  expect(await api.bookings.getForm({ sessionId: session.id, quantity: 1, rate1: 1 })).toMatchObject({
    total: "£30.00",
    prices: { chosen: ["1"] },
  });
});

test("offers the early price for the first places, and asks for the rest at the later one", async ({ app }) => {
  const session = await aSessionWithEarlyPrice(app, { places: 1 });
  const api = app.as();
  const two = await api.bookings.getForm({ sessionId: session.id, quantity: 2 });
  expect(two).toMatchObject({ total: "£37.00" });
  await api.bookings.create(await aChosenBooking(api, session, { quantity: 2 }));
  expect(await ticketsOf(app, (await readOnlyBooking(app)).id)).toEqual([
    { name: "Early price", list: 1500, share: 1500 },
    { name: null, list: 2200, share: 2200 },
  ]);
  expect(await api.bookings.getForm({ sessionId: session.id, quantity: 1 })).toMatchObject({ total: "£22.00" });
});

test("ends the early price with its last day", async ({ app }) => {
  const session = await aSessionWithEarlyPrice(app, { lastDay: "2020-01-01" });
  expect(await app.as().bookings.getForm({ sessionId: session.id, quantity: 1 })).toMatchObject({ total: "£22.00" });
});

test("takes any amount within the limits in the visitor's currency, and no other", async ({ app }) => {
  const session = await aSessionForAnyAmount(app);
  const api = app.as({ visitor: { currency: "EUR" } });
  const formOf = (amount: string) => api.bookings.getForm({ sessionId: session.id, quantity: 1, amount });
  expect(await formOf("17.55")).toMatchObject({ quote: "EUR:1xa.1755:1755", amountRefusal: null });
  expect(await formOf("5")).toMatchObject({ amountRefusal: "Enter an amount from €6 to €47" });
  const forged = {
    ...(await aChosenBooking(api, session, { amount: "17.55" })),
    amount: "5",
    quote: "EUR:1xa.500:500",
  };
  await expect(api.bookings.create(forged)).rejects.toThrow("Enter an amount from €6 to €47");
  await api.bookings.create(await aChosenBooking(api, session, { amount: "17.55" }));
  expect(await readOnlyBooking(app)).toMatchObject({ totalMinor: 1755, currency: "EUR" });
});
