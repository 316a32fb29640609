import { outboxEmails, purchases, sessionBookings } from "@db/schema";
import { tendStandingPlaces } from "@server/selling/standing/take-dates";
import { eq } from "drizzle-orm";
import { readBookings } from "../../../support/bookings";
import { aMember, changeMember, dayIn } from "../../../support/memberships";
import { bookWithPass } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession, takePlace } from "../../../support/sessions";
import { aSeries, countPlacesOf, inWeek, takeStanding } from "../../../support/standing";
import { expect, test } from "../../../support/test-app";

const day = 24 * 60;

test("takes the dates to come, covered by the membership, and tells the member once", async ({ app }) => {
  const { account } = await aMember(app);
  const series = await aSeries(app);
  expect(await takeStanding(app, account, series)).toEqual({ taken: 2 });
  expect(await takeStanding(app, account, series)).toEqual({ taken: 0 });
  const bookings = await readBookings(app.db);
  expect(bookings).toHaveLength(2);
  for (const booking of bookings)
    expect(booking).toMatchObject({ payerKind: "membership", totalMinor: 0, payerShare: 1 });
  const other = await aSession(app.db, { startTime: inWeek(0, 4) });
  expect((await app.as(actingAs(account)).bookings.getForm({ sessionId: other.id })).total).toBe("£18.00");
  const { places, choices } = await app.as(actingAs(account)).standing.getMine();
  expect(places).toMatchObject([
    { name: "Wednesdays at 12:00: Evening Wind-Down", dates: [{ isReleasable: true }, {}] },
  ]);
  expect(choices).toEqual([]);
  const mails = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "membership-news"));
  expect(mails.filter(({ dedupeKey }) => dedupeKey.includes(":booked:"))).toHaveLength(1);
});

test("takes a date that is added or published later, and none that was released", async ({ app }) => {
  const { account } = await aMember(app);
  const series = await aSeries(app, [0]);
  await takeStanding(app, account, series);
  const [booking] = await app.db.select().from(sessionBookings);
  await app.as(actingAs(account)).bookings.cancel({ bookingId: booking!.id });
  const { seriesId } = series;
  const draft = await aSession(app.db, { seriesId, startTime: inWeek(1), isPublished: false });
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, { dates: [...series.dates, draft] }, account.id)).toBe(0);
  const added = await aSession(app.db, { seriesId, startTime: inWeek(2) });
  await Promise.all([tendStandingPlaces(app.services), tendStandingPlaces(app.services)]);
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, { dates: [...series.dates, draft, added] }, account.id)).toBe(1);
});

test("honours the week's limit, and takes no second place where the member has one", async ({ app }) => {
  const { account } = await aMember(app);
  await bookWithPass(app, account, await aSession(app.db, { startTime: inWeek(0, 4) }));
  const series = await aSeries(app);
  await bookWithPass(app, account, series.dates[1]!);
  expect(await takeStanding(app, account, series)).toEqual({ taken: 0 });
  expect(await countPlacesOf(app, series, account.id)).toBe(1);
});

test("takes nothing that is not paid for, and goes on when the membership does", async ({ app }) => {
  const member = await aMember(app, {}, { until: dayIn(8) });
  const { account } = member;
  const series = await aSeries(app, [0, 3]);
  await takeStanding(app, account, series);
  const inPaidTime = series.dates.filter(({ startTime }) => startTime < new Date(Date.now() + 8 * day * 60_000)).length;
  const before = await countPlacesOf(app, series, account.id);
  expect(before).toBeLessThanOrEqual(inPaidTime + 1);
  expect(before).toBeLessThan(2);
  await changeMember(member, { kind: "pause", until: dayIn(5) });
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, series, account.id)).toBe(before);
  await changeMember(member, { kind: "resume" });
  await changeMember(member, { kind: "extend", lastDay: dayIn(60), paidMinor: null });
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, series, account.id)).toBe(2);
});

test("keeps what was booked in a paid period when it ends, and gives back what a refunded one had paid for", async ({
  app,
}) => {
  const ended = await aMember(app, {}, { until: dayIn(60) });
  const refunded = await aMember(app, {}, { until: dayIn(60), by: ended.admin });
  const series = await aSeries(app);
  for (const { account } of [ended, refunded]) await takeStanding(app, account, series);
  await changeMember(ended, { kind: "end", when: "now" });
  const purchase = await app.db.query.purchases.findFirst({ where: eq(purchases.userId, refunded.account.id) });
  await ended.admin.purchases.delete({ purchaseId: purchase!.id, refund: "yes", reason: "Asked for it" });
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, series, ended.account.id)).toBe(2);
  expect(await countPlacesOf(app, series, refunded.account.id)).toBe(0);
});

test("gives up a standing place: its booked dates stay, new ones are not taken", async ({ app }) => {
  const { account, admin, id } = await aMember(app);
  const series = await aSeries(app, [0]);
  await admin.standing.admin.take({ membershipId: id, seriesId: series.seriesId });
  expect(await countPlacesOf(app, series, account.id)).toBe(1);
  const { places } = await admin.standing.admin.get({ id });
  await admin.standing.admin.giveUp({ id: places[0]!.id });
  const added = await aSession(app.db, { seriesId: series.seriesId, startTime: inWeek(1) });
  await tendStandingPlaces(app.services);
  expect(await countPlacesOf(app, { dates: [...series.dates, added] }, account.id)).toBe(1);
});

test("refuses a series whose places are all others' standing ones, and a full date is left out", async ({ app }) => {
  const first = await aMember(app);
  const second = await aMember(app, {}, { by: first.admin });
  const series = await aSeries(app, [0, 1], { maxAttendees: 1 });
  await takePlace(app.db, series.dates[0]!);
  expect(await takeStanding(app, first.account, series)).toEqual({ taken: 1 });
  await expect(takeStanding(app, second.account, series)).rejects.toThrow("standing places of others");
});
