import { sessionBookings } from "@db/schema";
import { takeDates } from "@server/selling/standing/take-dates";
import { and, eq } from "drizzle-orm";
import { disableSessionLockUntilAllCounted, withoutTriggers } from "../../../support/disabled-protections";
import { aMember } from "../../../support/memberships";
import { aBookingOf, aSession } from "../../../support/sessions";
import { aSeries, inWeek, takeStanding } from "../../../support/standing";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Lets a standing place and a visitor take the one place of a new date at once; returns how many have it. */
async function raceForPlace(app: TestApp, prepare = (_: TestApp): void => undefined): Promise<number> {
  const { account } = await aMember(app);
  const series = await aSeries(app, [0]);
  await takeStanding(app, account, series);
  const [standing] = await app.db.query.standingPlaces.findMany();
  const date = await aSession(app.db, {
    seriesId: series.seriesId,
    startTime: inWeek(1),
    maxAttendees: 1,
    priceMinor: 0,
  });
  prepare(app);
  await Promise.allSettled([takeDates(app.services, standing!.id), app.as().bookings.create(aBookingOf(date))]);
  return app.db.$count(
    sessionBookings,
    and(eq(sessionBookings.sessionId, date.id), eq(sessionBookings.status, "completed")),
  );
}

test("gives the last place of a new date to a standing place or to a visitor, never to both", async ({ app }) => {
  await withoutTriggers(app, async () => {
    expect(await raceForPlace(app)).toBe(1);
  });
});

test("gives it to both with the lock and the trigger off (control run)", async ({ app }) => {
  await withoutTriggers(app, async () => {
    expect(await raceForPlace(app, (target) => disableSessionLockUntilAllCounted(target, 2))).toBe(2);
  });
});
