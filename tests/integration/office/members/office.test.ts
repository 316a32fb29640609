import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { outboxEmails, refunds, sessionWaitlist } from "@db/schema";
import { anAdmin } from "../../../support/admin-sessions";
import { aFreeBooking } from "../../../support/bookings";
import { aPaidManualBooking } from "../../../support/manual-bookings";
import { aPaidBooking } from "../../../support/money";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { joinWaitlist } from "../../../support/waitlist";

const at = (app: TestApp, instant: string) =>
  app.clock.moveBy((Date.parse(instant) - app.clock.now().getTime()) / 60_000);

const nothing = {
  disputes: [],
  pendingOrders: 0,
  waitlists: [],
  withoutLink: [],
  toRefund: [],
  unexplained: 0,
  failedMails: 0,
  silentCalendars: [],
  unarrivedMails: 0,
  failedJobs: 0,
  withdrawals: 0,
  owedByHand: { orders: 0, amount: "" },
};

test("says on the overview that nothing is planned or open", async ({ app }) => {
  at(app, "2026-11-21T23:30:00Z");
  const { api } = await anAdmin(app, { visitor: { timeZone: "Europe/Athens" } });
  expect(await api.office.getOverview()).toEqual({
    today: { date: "Sunday, November 22", isToday: false, sessions: [] },
    week: [],
    income: [],
    bookings: { count: 0, since: null },
    waiting: nothing,
  });
});

test("starts the overview with the unfinished sessions of the admin's own day", async ({ app }) => {
  at(app, "2026-11-21T12:00:00Z");
  const plan = (title: string, startTime: string, values = {}) =>
    aSession(app.db, { title, startTime: new Date(startTime), durationMinutes: 60, priceMinor: 0, ...values });
  await plan("Over", "2026-11-21T10:30:00Z");
  await plan("Under way", "2026-11-21T11:30:00Z");
  await plan("Late", "2026-11-21T22:30:00Z");
  await plan("Cancelled", "2026-11-21T18:00:00Z", { cancelledAt: new Date() });
  await plan("Draft", "2026-11-21T18:00:00Z", { isPublished: false });
  await plan("Tomorrow", "2026-11-22T10:00:00Z");
  const titles = async (timeZone: string) => {
    const { today } = await (await anAdmin(app, { visitor: { timeZone } })).api.office.getOverview();
    return [today.isToday, today.sessions.map(({ title, hasBegun }) => `${title}${hasBegun ? " *" : ""}`)];
  };
  expect(await titles("Europe/London")).toEqual([true, ["Under way *", "Late"]]);
  // In Athens the late session begins after midnight.
  expect(await titles("Europe/Athens")).toEqual([true, ["Under way *"]]);
  at(app, "2026-11-22T12:00:00Z");
  expect(await titles("Europe/London")).toEqual([false, []]);
});

test("names the next session with its attendees when none is today", async ({ app }) => {
  const { api } = await anAdmin(app);
  const startTime = new Date(app.clock.now().getTime() + 72 * 3_600_000);
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 5, startTime });
  await aFreeBooking(app, session);
  const { today } = await api.office.getOverview();
  expect(today).toMatchObject({ isToday: false, sessions: [{ id: session.id, booked: 1, maxAttendees: 5 }] });
});

test("names published online sessions to come without a joining link, the next one first", async ({ app }) => {
  const { api } = await anAdmin(app);
  const plan = (title: string, hours: number, values = {}) =>
    aSession(app.db, {
      title,
      startTime: new Date(app.clock.now().getTime() + hours * 3_600_000),
      zoomLink: null,
      ...values,
    });
  await plan("Later", 72);
  await plan("Next", 48);
  await plan("Over", -3);
  await plan("Linked", 24, { zoomLink: "https://zoom.us/j/1" });
  await plan("Draft", 24, { isPublished: false });
  await plan("Cancelled", 24, { cancelledAt: new Date() });
  await plan("In person", 24, { locationType: "onsite" });
  const { waiting } = await api.office.getOverview();
  expect(waiting.withoutLink.map(({ title }) => title)).toEqual(["Next", "Later"]);
});

test("counts open tasks like their own pages", async ({ app }) => {
  const admin = await anAdmin(app);
  const { api } = admin;
  const session = await aSession(app.db);
  await aHold(app, session);
  const bookingId = await aPaidManualBooking(app, admin, session);
  await api.bookings.attendees.remove({ bookingId });
  const mails = ["a", "b"].map((name) => ({
    template: "session-reminder",
    props: {},
    recipient: `${name}@example.com`,
    subject: "Soon",
    dedupeKey: randomUUID(),
    lastError: "no answer",
  }));
  await app.db.insert(outboxEmails).values(mails);
  await app.db.execute(sql`select graphile_worker.add_job('deliver-mail', '{}')`);
  await app.db.execute(sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'no answer'
    where id = (select max(id) from graphile_worker._private_jobs)`);
  const { waiting } = await api.office.getOverview();
  expect(waiting).toEqual({
    disputes: [],
    pendingOrders: 1,
    waitlists: [],
    withoutLink: [],
    toRefund: [],
    unexplained: 0,
    failedMails: 2,
    silentCalendars: [],
    unarrivedMails: 0,
    failedJobs: 1,
    withdrawals: 0,
    owedByHand: { orders: 1, amount: "£18.00" },
  });
  expect((await api.orders.list({ status: "pending" })).page.total).toBe(waiting.pendingOrders);
  expect((await api.orders.list({ tab: "owed" })).page.total).toBe(waiting.owedByHand.orders);
  expect((await api.mail.list({ status: "failed", search: "", page: 1 })).page.total).toBe(waiting.failedMails);
  expect((await api.jobs.list({ page: 1 })).page.total).toBe(waiting.failedJobs);
});

test("lists entries that wait while a place is free and can be offered, and no others", async ({ app }) => {
  const { api } = await anAdmin(app);
  const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);
  const waitingFor = async (maxAttendees: number, hours: number) => {
    const session = await aSession(app.db, {
      title: `For ${maxAttendees}`,
      maxAttendees: 1,
      startTime: inHours(hours),
    });
    await aPaidBooking(app, session);
    await joinWaitlist(app, session, 2);
    await app.db.execute(sql`update live_sessions set max_attendees = ${maxAttendees} where id = ${session.id}`);
    return session;
  };
  const free = await waitingFor(3, 100);
  await waitingFor(1, 100);
  const { waiting } = await api.office.getOverview();
  expect(waiting.waitlists).toEqual([{ id: free.id, title: "For 3", waiting: 2, free: 2 }]);
  app.clock.moveBy(99 * 60);
  expect((await api.office.getOverview()).waiting.waitlists).toEqual([]);
  expect(await app.db.$count(sessionWaitlist, eq(sessionWaitlist.status, "waiting"))).toBe(4);
});

test("reports missing money from the site's own records without asking Stripe", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { bookingId, key } = await aPaidBooking(app, await aSession(app.db));
  await app.as().bookings.cancel({ bookingId, key });
  const missing = async () => {
    const { toRefund, unexplained } = (await api.office.getOverview()).waiting;
    return [unexplained, ...toRefund.map(({ customer, amount }) => `${customer}, ${amount}`)];
  };
  expect(await missing()).toEqual([0]);
  await app.db.update(refunds).set({ state: "failed" });
  await app.stripe.stop();
  expect(await missing()).toEqual([0, "Hannah Okafor, £18.00"]);
});
