import { sessionBookings } from "@db/schema";
import { aBookingOf, aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { disableSessionLockUntilAllCounted, withoutTriggers } from "../../../../support/disabled-protections";

const places3 = { priceMinor: 0, maxAttendees: 3 };

async function race(app: TestApp, racers: number) {
  const session = await aSession(app.db, places3);
  const bookings = Array.from({ length: racers }, () => app.as().bookings.create(aBookingOf(session)));
  const outcomes = await Promise.allSettled(bookings);
  return {
    got: outcomes.filter(({ status }) => status === "fulfilled").length,
    refusals: outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : [])),
    rows: await app.db.$count(sessionBookings),
  };
}

test("sells three places to exactly three of fifty racing visitors and tells the others SOLD OUT", async ({ app }) => {
  const { got, refusals, rows } = await race(app, 50);
  expect(got).toBe(3);
  expect(rows).toBe(3);
  expect(refusals).toHaveLength(47);
  expect(new Set(refusals)).toEqual(new Set(["TRPCError: SOLD OUT"]));
});

// Control runs: they show that the race above is lost without its protections.
test("oversells with both the lock and the trigger off (control run)", async ({ app }) => {
  disableSessionLockUntilAllCounted(app, 8);
  await withoutTriggers(app, async () => {
    const { got, rows } = await race(app, 8);
    expect(got).toBeGreaterThan(3);
    expect(rows).toBe(got);
  });
});

test("sells three places with only the trigger, and tells the others SOLD OUT", async ({ app }) => {
  disableSessionLockUntilAllCounted(app, 8);
  const { got, refusals, rows } = await race(app, 8);
  expect(got).toBe(3);
  expect(rows).toBe(3);
  expect(new Set(refusals)).toEqual(new Set(["TRPCError: SOLD OUT"]));
});

test("sells three places with only the lock", async ({ app }) => {
  await withoutTriggers(app, async () => {
    const { got, rows } = await race(app, 50);
    expect([got, rows]).toEqual([3, 3]);
  });
});
