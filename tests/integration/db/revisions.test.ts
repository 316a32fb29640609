import { sql } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { readRevisions, readState } from "@server/core/revisions";
import { anAdmin } from "../../support/admin-sessions";
import { aFreeBooking } from "../../support/bookings";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";
import { aFullSession, cancelOneBooking, joinWaitlist, refOf } from "../../support/waitlist";

/** Returns by how much the work raises the revisions of a session and of the content. */
async function raisedBy(app: TestApp, { id }: { id: string }, work: () => Promise<unknown>) {
  const read = async () => {
    const { content, sessions } = await readRevisions(app, [id]);
    return { content, session: sessions.get(id) ?? 0 };
  };
  const before = await read();
  await work();
  const after = await read();
  return { content: after.content - before.content, session: after.session - before.session };
}

const ofSession = { content: 0, session: 1 };
const unchanged = { content: 0, session: 0 };

test("a place that is taken or given back raises its session's revision only", async ({ app }) => {
  const session = await aFullSession(app, 2);
  const other = await aSession(app.db, { priceMinor: 0 });
  expect(await raisedBy(app, session, () => cancelOneBooking(app, session))).toEqual(ofSession);
  expect(await raisedBy(app, session, () => aFreeBooking(app, session))).toEqual(ofSession);
  expect(await raisedBy(app, session, () => aFreeBooking(app, other))).toEqual(unchanged);
});

test("an offer to the waitlist raises its session's revision, and so does its end", async ({ app }) => {
  const session = await aFullSession(app);
  const [entry] = await joinWaitlist(app, session);
  expect(await raisedBy(app, session, () => joinWaitlist(app, session))).toEqual(unchanged);
  expect(await raisedBy(app, session, () => cancelOneBooking(app, session))).toEqual(ofSession);
  expect(await raisedBy(app, session, () => app.as().waitlist.leave(refOf(entry!)))).toEqual(ofSession);
});

test("a move raises both sessions' revisions", async ({ app }) => {
  const [from, to] = [await aSession(app.db), await aSession(app.db)];
  const id = await takePlace(app.db, from);
  const move = () =>
    app.db
      .update(sessionBookings)
      .set({ sessionId: to.id })
      .where(sql`${sessionBookings.id} = ${id}`);
  expect(
    await raisedBy(app, to, () => raisedBy(app, from, move).then((raised) => expect(raised).toEqual(ofSession))),
  ).toEqual(ofSession);
});

test("changes that public pages do not show raise nothing", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const { id: bookingId } = await aFreeBooking(app, session);
  const note = () => api.bookings.attendees.note({ bookingId, note: "Has a bad knee" });
  expect(await raisedBy(app, session, note)).toEqual(unchanged);
});

test("a change that is rolled back raises nothing", async ({ app }) => {
  const session = await aSession(app.db);
  const fail = () =>
    app.db.transaction(async (tx) => {
      await tx.update(liveSessions).set({ title: "Never seen" });
      throw new Error("rolled back");
    });
  expect(await raisedBy(app, session, () => fail().catch(() => undefined))).toEqual(unchanged);
});

test("an edit raises both revisions, once in a transaction", async ({ app }) => {
  const session = await aSession(app.db);
  const edit = () => app.db.update(liveSessions).set({ title: "Morning Rise" });
  expect(await raisedBy(app, session, edit)).toEqual({ content: 1, session: 1 });
  const twice = () =>
    app.db.transaction(async (tx) => {
      await tx.update(liveSessions).set({ city: "Bath" });
      await tx.update(liveSessions).set({ city: "Leeds" });
    });
  expect(await raisedBy(app, session, twice)).toEqual({ content: 1, session: 2 });
});

test("every column of a session but its revision raises the content's revision", async ({ app }) => {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = 'live_sessions'::regclass and attnum > 0 and not attisdropped
      and attnum <> all((select tgattr::int2[] from pg_trigger where tgname = 'live_sessions_content')::int2[])`);
  expect(rows).toEqual([{ name: "revision" }]);
});

const stateOf = (app: TestApp) => new Promise<string | null>((resolve) => readState(app, resolve));

test("the state is the same until a transaction is committed, also one that had begun before", async ({ app }) => {
  await aSession(app.db);
  // Other databases of the same PostgreSQL may commit at any time.
  const isSameTwice = async () => (await stateOf(app)) === (await readRevisions(app, [])).state;
  await expect.poll(isSameTwice).toBe(true);
  const before = await stateOf(app);
  let open: string | null = null;
  await app.db.transaction(async (tx) => {
    await tx.update(liveSessions).set({ title: "Morning Rise" });
    open = await stateOf(app);
  });
  const after = await stateOf(app);
  expect(after).not.toBe(open);
  expect(after).not.toBe(before);
});

test("revisions are read while all of the pool's connections are in use", async ({ app }) => {
  const pool = app.db.$client;
  const used = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const read = Promise.all([readRevisions(app, []), stateOf(app)]);
  const found = await read.finally(() => used.forEach((connection) => connection.release()));
  expect(found).toEqual([expect.objectContaining({ content: expect.any(Number) as number }), expect.any(String)]);
});
