import { sql } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { readRevision } from "@server/core/revision";
import { anAdmin } from "../../support/admin-sessions";
import { aFreeBooking } from "../../support/bookings";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";
import { aFullSession, cancelOneBooking, joinWaitlist, refOf } from "../../support/waitlist";

/** Returns by how much the work raises the revision. */
async function raisedBy({ db }: TestApp, work: () => Promise<unknown>): Promise<number> {
  const before = await readRevision(db);
  await work();
  return (await readRevision(db)) - before;
}

test("a place that is taken or given back raises the revision", async ({ app }) => {
  const session = await aFullSession(app, 2);
  expect(await raisedBy(app, () => cancelOneBooking(app, session))).toBe(1);
  expect(await raisedBy(app, () => aFreeBooking(app, session))).toBe(1);
});

test("an offer to the waitlist raises the revision, and so does its end; joining does not", async ({ app }) => {
  const session = await aFullSession(app);
  const [entry] = await joinWaitlist(app, session);
  expect(await raisedBy(app, () => joinWaitlist(app, session))).toBe(0);
  expect(await raisedBy(app, () => cancelOneBooking(app, session))).toBe(1);
  expect(await raisedBy(app, () => app.as().waitlist.leave(refOf(entry!)))).toBe(1);
});

test("a move raises the revision", async ({ app }) => {
  const [from, to] = [await aSession(app.db), await aSession(app.db)];
  const id = await takePlace(app.db, from);
  const move = () =>
    app.db
      .update(sessionBookings)
      .set({ sessionId: to.id })
      .where(sql`${sessionBookings.id} = ${id}`);
  expect(await raisedBy(app, move)).toBe(1);
});

test("a change that public pages do not show raises nothing", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const { id: bookingId } = await aFreeBooking(app, session);
  expect(await raisedBy(app, () => api.bookings.attendees.note({ bookingId, note: "Has a bad knee" }))).toBe(0);
});

test("a change that is rolled back raises nothing", async ({ app }) => {
  await aSession(app.db);
  const fail = () =>
    app.db.transaction(async (tx) => {
      await tx.update(liveSessions).set({ title: "Never seen" });
      throw new Error("rolled back");
    });
  expect(await raisedBy(app, () => fail().catch(() => undefined))).toBe(0);
});

test("an edit raises the revision once in a transaction", async ({ app }) => {
  await aSession(app.db);
  const twice = () =>
    app.db.transaction(async (tx) => {
      await tx.update(liveSessions).set({ city: "Bath" });
      await tx.update(liveSessions).set({ city: "Leeds" });
    });
  expect(await raisedBy(app, twice)).toBe(1);
});

test("bookings of different sessions that commit together do not block each other for ever", async ({ app }) => {
  const sessions = await Promise.all(Array.from({ length: 8 }, () => aSession(app.db, { priceMinor: 0 })));
  expect(await raisedBy(app, () => Promise.all(sessions.map((session) => aFreeBooking(app, session))))).toBe(8);
});

test("the revision is read while all of the pool's connections are in use", async ({ app }) => {
  const pool = app.db.$client;
  const used = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const found = await readRevision(app.db).finally(() => used.forEach((connection) => connection.release()));
  expect(found).toEqual(expect.any(Number));
});
