import { sessionBookings } from "@db/schema";
import { disableSessionLockUntilAllCounted, withoutTriggers } from "../../../../support/disabled-protections";
import { aSession } from "../../../../support/sessions";
import { aFormFor } from "../../../../support/tickets";
import { expect, test, type TestApp } from "../../../../support/test-app";

const quantities = [1, 2, 3, 1, 2, 3, 1, 2, 3, 2];

/** Ten buyers want 20 tickets in all, for 12 places. */
async function race(app: TestApp) {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 12 });
  const wanted = quantities.map((quantity) => app.as().bookings.create(aFormFor(session, { quantity })));
  const outcomes = await Promise.allSettled(wanted);
  const sold = await app.db.select({ quantity: sessionBookings.quantity }).from(sessionBookings);
  return {
    refusals: outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : [])),
    bookings: sold.length,
    tickets: sold.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

const soldOut = /^TRPCError: (SOLD OUT|Only [12] places? (is|are) left)/;

test("sells at most twelve places to ten racing buyers of one to three tickets, and leaves none that fits", async ({
  app,
}) => {
  const { refusals, bookings, tickets } = await race(app);
  expect(tickets).toBeLessThanOrEqual(12);
  expect(tickets).toBeGreaterThanOrEqual(10);
  expect(bookings + refusals.length).toBe(10);
  for (const refusal of refusals) expect(refusal).toMatch(soldOut);
});

// Control runs: they show that the race above is lost without its protections.
test("oversells with both the lock and the trigger off (control run)", async ({ app }) => {
  disableSessionLockUntilAllCounted(app, quantities.length);
  await withoutTriggers(app, async () => {
    expect((await race(app)).tickets).toBe(20);
  });
});

test("sells at most twelve places with only the trigger", async ({ app }) => {
  disableSessionLockUntilAllCounted(app, quantities.length);
  const { refusals, tickets } = await race(app);
  expect(tickets).toBeLessThanOrEqual(12);
  expect(tickets).toBeGreaterThanOrEqual(10);
  expect(new Set(refusals)).toEqual(new Set(["TRPCError: SOLD OUT"]));
});

test("sells at most twelve places with only the lock", async ({ app }) => {
  await withoutTriggers(app, async () => {
    expect((await race(app)).tickets).toBeLessThanOrEqual(12);
  });
});
