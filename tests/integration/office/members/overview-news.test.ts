import { payments, refunds, sessionBookings } from "@db/schema";
import { minutesAfter } from "@server/core/dates";
import { eq } from "drizzle-orm";
import { anAdmin } from "../../../support/admin-sessions";
import { aHold, aSession, takePlace } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const at = (app: TestApp, instant: string) =>
  app.clock.moveBy((Date.parse(instant) - app.clock.now().getTime()) / 60_000);

test("compares this month's income with the last month's, net of refunds and like the insights", async ({ app }) => {
  at(app, "2026-11-21T12:00:00Z");
  const { api } = await anAdmin(app, { visitor: { timeZone: "Europe/Athens" } });
  const session = await aSession(app.db);
  const pay = async (on: string, amountMinor: number, currency: "GBP" | "EUR" = "GBP") => {
    const bookingId = await takePlace(app.db, session);
    const paidAt = new Date(on);
    const [payment] = await app.db
      .insert(payments)
      .values({ bookingId, state: "paid", amountMinor, currency, createdAt: paidAt, paidAt })
      .returning();
    return payment!.id;
  };
  await pay("2026-09-30T20:59:00Z", 9900);
  // In Athens it was October.
  await pay("2026-09-30T21:01:00Z", 1000);
  const returned = await pay("2026-10-20", 2500);
  await pay("2026-11-02", 4000);
  await pay("2026-10-03", 700, "EUR");
  const refund = {
    paymentId: returned,
    amountMinor: 500,
    currency: "GBP",
    reason: "admin",
    state: "succeeded",
  } as const;
  const madeAt = new Date("2026-11-05");
  await app.db.insert(refunds).values({ ...refund, createdAt: madeAt, settledAt: madeAt });
  expect((await api.office.getOverview()).income).toEqual([
    { currency: "GBP", thisMonth: "£35.00", lastMonth: "£35.00", toRefund: null },
    { currency: "EUR", thisMonth: "€0.00", lastMonth: "€7.00", toRefund: null },
  ]);
  const { revenue } = await api.insights.get({ period: "3-months" });
  expect(revenue.currencies[0]!.table!.rows.map(({ amounts }) => amounts.at(-1))).toEqual([
    "£99.00",
    "£35.00",
    "£35.00",
  ]);
});

test("counts the bookings since the admin's own previous visit, which half an hour ends", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { maxAttendees: null });
  const book = () => takePlace(app.db, session, { createdAt: app.clock.now() });
  const visit = async () => (await api.office.getOverview()).bookings;
  await takePlace(app.db, session, { createdAt: minutesAfter(app.clock.now(), -8 * 24 * 60) });
  await book();
  app.clock.moveBy(1);
  expect(await visit()).toEqual({ count: 1, since: null });
  app.clock.moveBy(20);
  await book();
  app.clock.moveBy(1);
  // The same visit: loading the page again takes nothing away.
  expect(await visit()).toEqual({ count: 2, since: null });
  app.clock.moveBy(60);
  await book();
  app.clock.moveBy(1);
  const second = await visit();
  expect([second.count, second.since === null]).toEqual([1, false]);
  expect(await visit()).toEqual(second);
  // Another admin has visits of their own.
  expect((await (await anAdmin(app)).api.office.getOverview()).bookings).toEqual({ count: 3, since: null });
  app.clock.moveBy(60);
  const third = await visit();
  expect([third.count, third.since === second.since]).toEqual([0, false]);
});

test("counts a booking once it stands, and none that is unpaid, cancelled, removed or imported", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { maxAttendees: null });
  const visit = async () => {
    app.clock.moveBy(40);
    return (await api.office.getOverview()).bookings.count;
  };
  await visit();
  app.clock.moveBy(-10);
  const createdAt = app.clock.now();
  const held = { status: "pending", paymentStatus: "pending", createdAt } as const;
  const bookingId = await takePlace(app.db, session, held);
  app.clock.moveBy(10);
  await takePlace(app.db, session, { createdAt: app.clock.now(), importedAt: app.clock.now(), importKey: "generic:1" });
  await takePlace(app.db, session, { createdAt: app.clock.now(), status: "cancelled", paymentStatus: "cancelled" });
  await takePlace(app.db, session, { createdAt: app.clock.now(), archivedAt: app.clock.now() });
  expect(await visit()).toBe(0);
  // It was made before the visit that ended now, and paid after it.
  app.clock.moveBy(5);
  const paid = { status: "completed", paymentStatus: "paid", completedAt: app.clock.now() } as const;
  await app.db.update(sessionBookings).set(paid).where(eq(sessionBookings.id, bookingId));
  expect(await visit()).toBe(1);
});

test("lists the other sessions of the coming week with the places that are taken", async ({ app }) => {
  at(app, "2026-11-21T12:00:00Z");
  const { api } = await anAdmin(app, { visitor: { timeZone: "Europe/London" } });
  const plan = (title: string, startTime: string, values = {}) =>
    aSession(app.db, { title, startTime: new Date(startTime), durationMinutes: 60, maxAttendees: 2, ...values });
  await plan("Today", "2026-11-21T18:00:00Z");
  const full = await plan("Full", "2026-11-22T10:00:00Z");
  await takePlace(app.db, full);
  await aHold(app, full);
  await plan("Open", "2026-11-27T23:30:00Z", { maxAttendees: null });
  await plan("Draft", "2026-11-23T10:00:00Z", { isPublished: false });
  await plan("Cancelled", "2026-11-23T10:00:00Z", { cancelledAt: new Date() });
  await plan("In seven days", "2026-11-28T00:00:00Z");
  const { today, week } = await api.office.getOverview();
  expect(today.sessions.map(({ title }) => title)).toEqual(["Today"]);
  expect(week.map(({ title, taken, maxAttendees, isFull }) => [title, taken, maxAttendees, isFull])).toEqual([
    ["Full", 2, 2, true],
    ["Open", 0, null, false],
  ]);
});
