import { sessionBookings, standingPlaces } from "@db/schema";
import { tendMemberships } from "@server/selling/memberships/tend/tend-memberships";
import { tendStandingPlaces } from "@server/selling/standing/take-dates";
import { eq } from "drizzle-orm";
import { asAdmin } from "../../../support/admin";
import { readBookings } from "../../../support/bookings";
import { aMember, changeMember, dayIn } from "../../../support/memberships";
import { actingAs } from "../../../support/recordings";
import { takePlace } from "../../../support/sessions";
import { aSeries, countPlacesOf, takeStanding } from "../../../support/standing";
import { joinAtStripe, newsOf } from "../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../support/test-app";

const minutesOfDay = 24 * 60;

/** Returns how many mails have said that dates were booked. */
const countTold = async (app: TestApp): Promise<number> =>
  (await newsOf(app)).filter((about) => about === "booked").length;

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

test("takes the dates behind the end of a cancelled membership again once it goes on, if they are free and were not released", async ({
  app,
}) => {
  const { own, account } = await joinAtStripe(app);
  const mine = app.as(actingAs(account));
  const series = await aSeries(app, [5, 6, 7], { maxAttendees: 1 });
  await takeStanding(app, account, series);
  expect(await countPlacesOf(app, series, account.id)).toBe(3);
  const [kept, sold, released] = series.dates;
  const booking = await app.db.query.sessionBookings.findFirst({ where: eq(sessionBookings.sessionId, released!.id) });
  await mine.bookings.cancel({ bookingId: booking!.id });
  for (let time = 0; time < 2; time++) {
    await own.cancel({});
    await tendStandingPlaces(app.services);
    expect(await countPlacesOf(app, series, account.id)).toBe(0);
    const told = await countTold(app);
    await own.undoCancelling();
    await app.runJobs();
    expect(await countPlacesOf(app, { dates: [kept!, sold!] }, account.id)).toBe(2);
    expect(await countTold(app)).toBe(told + 1);
  }
  await own.cancel({});
  await tendStandingPlaces(app.services);
  await takePlace(app.db, sold!);
  await own.undoCancelling();
  await app.runJobs();
  expect(await countPlacesOf(app, series, account.id)).toBe(1);
  await Promise.all([tendStandingPlaces(app.services), tendStandingPlaces(app.services)]);
  expect(await countPlacesOf(app, { dates: [kept!] }, account.id)).toBe(1);
});

test("does not take a date again that was given back for want of payment, booked by hand, and then released", async ({
  app,
}) => {
  const { own, account } = await joinAtStripe(app);
  const series = await aSeries(app, [5]);
  await takeStanding(app, account, series);
  await own.cancel({});
  await tendStandingPlaces(app.services);
  const [booking] = await readBookings(app.db);
  expect(booking).toMatchObject({ status: "cancelled", shareReturnedAt: app.clock.now() });
  const { id } = booking!;
  const admin = await asAdmin(app);
  await admin.orders.setStatus({ kind: "booking", id, from: "cancelled cancelled", to: "free" });
  expect(await countPlacesOf(app, series, account.id)).toBe(1);
  await app.as(actingAs(account)).bookings.cancel({ bookingId: id });
  await own.undoCancelling();
  await app.runJobs();
  expect(await countPlacesOf(app, series, account.id)).toBe(0);
});

test("keeps a date that was released and booked again by hand when the membership ends", async ({ app }) => {
  const { own, account } = await joinAtStripe(app);
  const series = await aSeries(app, [5]);
  await takeStanding(app, account, series);
  const { id: bookingId } = (await readBookings(app.db))[0]!;
  await app.as(actingAs(account)).bookings.cancel({ bookingId });
  const admin = await asAdmin(app);
  await admin.orders.setStatus({ kind: "booking", id: bookingId, from: "cancelled cancelled", to: "free" });
  await own.cancel({});
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, series, account.id)).toBe(1);
});
