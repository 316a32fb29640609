import { standingPlaces } from "@db/schema";
import { tendMemberships } from "@server/selling/memberships/tend-memberships";
import { tendStandingPlaces } from "@server/sessions/standing/take-dates";
import { aMember, changeMember, dayIn } from "../../../support/memberships";
import { aSeries, countPlacesOf, takeStanding } from "../../../support/standing";
import { expect, test } from "../../../support/test-app";

const minutesOfDay = 24 * 60;

test("keeps the standing place of a membership that has lapsed for as long as it can come back", async ({ app }) => {
  const lapsed = await aMember(app, {}, { until: dayIn(3) });
  const other = await aMember(app, {}, { by: lapsed.admin, until: dayIn(90) });
  const series = await aSeries(app, [1, 2, 6, 7], { maxAttendees: 1 });
  await takeStanding(app, lapsed.account, series);
  app.clock.moveBy(5 * minutesOfDay);
  await tendMemberships(app.services);
  await expect(takeStanding(app, other.account, series)).rejects.toThrow("standing places of others");
  await changeMember(lapsed, { kind: "extend", lastDay: dayIn(30), paidMinor: null });
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, series, lapsed.account.id)).toBeGreaterThan(0);
  app.clock.moveBy(27 * minutesOfDay);
  await tendMemberships(app.services);
  await expect(takeStanding(app, other.account, series)).rejects.toThrow("standing places of others");
  app.clock.moveBy(31 * minutesOfDay);
  const later = await aSeries(app, [9, 10], { seriesId: series.seriesId, maxAttendees: 1 });
  expect(await takeStanding(app, other.account, series)).toEqual({ taken: later.dates.length });
  expect(await app.db.$count(standingPlaces)).toBe(2);
});
