import { bookingTickets } from "@db/schema";
import { eq } from "drizzle-orm";
import { disableRowLocks, createBarrier, interceptStatements } from "../../../../support/statements";
import { aChosenBooking, aSessionWithEarlyPrice, aSessionWithRates } from "../../../../support/rates";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Books at once with the same form; returns the refusals and how many tickets have the rate. */
async function race(
  app: TestApp,
  session: { id: string; priceMinor: number },
  { racers, rate1, name }: { racers: number; rate1?: number; name: string },
) {
  const forms = await Promise.all(
    Array.from({ length: racers }, () => aChosenBooking(app.as(), session, rate1 ? { rate1 } : {})),
  );
  const outcomes = await Promise.allSettled(forms.map((form) => app.as().bookings.create(form)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  return { refusals, sold: await app.db.$count(bookingTickets, eq(bookingTickets.priceRateName, name)) };
}

/** Lets no booking write before all have counted the places of the rates, without the lock on the session. */
function withoutLock(app: TestApp, racers: number): void {
  disableRowLocks(app, "live_sessions");
  const allHaveCounted = createBarrier(racers);
  const isCount = (text: string) => text.includes('from "price_rates"') && text.includes("count(*)");
  interceptStatements(app, { after: (text) => (isCount(text) ? allHaveCounted() : undefined) });
}

test("sells the last low-income place to exactly one of twelve, and tells the others", async ({ app }) => {
  const session = await aSessionWithRates(app, 1);
  const { sold, refusals } = await race(app, session, { racers: 12, rate1: 3, name: "Low income" });
  expect(sold).toBe(1);
  expect(refusals).toHaveLength(11);
  expect(new Set(refusals)).toEqual(
    new Set(["TRPCError: No places are left at “Low income”. Please choose another rate."]),
  );
});

test("sells the last early place to exactly one of eight, and asks the others again", async ({ app }) => {
  const session = await aSessionWithEarlyPrice(app, { places: 1 });
  const { sold, refusals } = await race(app, session, { racers: 8, name: "Early price" });
  expect(sold).toBe(1);
  expect(refusals).toHaveLength(7);
  expect(new Set(refusals)).toEqual(
    new Set(["TRPCError: The price has changed. Please check the new price and confirm."]),
  );
  expect(await app.as().bookings.getForm({ sessionId: session.id, quantity: 1 })).toMatchObject({ total: "£22.00" });
});

// Control runs: they show that the races above are lost without the lock.
test("oversells a rate and an early price without the lock (control run)", async ({ app }) => {
  const rated = await aSessionWithRates(app, 1);
  const early = await aSessionWithEarlyPrice(app, { places: 1 });
  const forms = [
    ...(await Promise.all([1, 2, 3].map(() => aChosenBooking(app.as(), rated, { rate1: 3 })))),
    ...(await Promise.all([1, 2, 3].map(() => aChosenBooking(app.as(), early, {})))),
  ];
  withoutLock(app, forms.length);
  await Promise.allSettled(forms.map((form) => app.as().bookings.create(form)));
  expect(await app.db.$count(bookingTickets, eq(bookingTickets.priceRateName, "Low income"))).toBeGreaterThan(1);
  expect(await app.db.$count(bookingTickets, eq(bookingTickets.priceRateName, "Early price"))).toBeGreaterThan(1);
});
