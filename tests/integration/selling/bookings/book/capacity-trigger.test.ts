import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { isCapacityExceeded } from "@db/errors";
import { sessionBookings } from "@db/schema";
import { aSession } from "../../../../support/sessions";
import { expect, test } from "../../../../support/test-app";

/** Inserts by plain SQL, past the application's checks. */
async function insert(db: Queryable, sessionId: string, { rows = 1, status = "completed", quantity = 1 } = {}) {
  const inserted = await db.execute<{ id: string }>(sql`
    insert into session_bookings (session_id, attendee_first_name, attendee_last_name, attendee_email, status,
      payment_status, form_key, list_price_minor, total_minor, currency, time_zone, quantity)
    select ${sessionId}, 'A', 'B', 'a@example.com', ${status}::booking_status, 'free', gen_random_uuid(), 0, 0, 'GBP',
      'UTC', ${quantity}::int
    from generate_series(1, ${rows}) returning id`);
  return inserted.rows;
}

const refused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: unknown) => isCapacityExceeded(error),
  );

test("refuses to insert more bookings than places, one row or many at once", async ({ app: { db } }) => {
  const { id } = await aSession(db, { maxAttendees: 2 });
  expect(await refused(insert(db, id, { rows: 3 }))).toBe(true);
  await insert(db, id, { rows: 2 });
  expect(await refused(insert(db, id))).toBe(true);
  expect(await db.$count(sessionBookings)).toBe(2);
});

test.for(["pending", "confirmed", "completed"])("a %s booking takes a place", async (status, { app }) => {
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  await insert(app.db, id, { status });
  expect(await refused(insert(app.db, id))).toBe(true);
});

test("a cancelled booking takes no place and can't be revived into a full session", async ({ app }) => {
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  const [cancelled] = await insert(app.db, id, { status: "cancelled" });
  await insert(app.db, id);
  const revival = app.db.execute(sql`update session_bookings set status = 'completed' where id = ${cancelled!.id}`);
  expect(await refused(revival)).toBe(true);
});

test("refuses to move a booking into a full session", async ({ app }) => {
  const [full, other] = [await aSession(app.db, { maxAttendees: 1 }), await aSession(app.db)];
  await insert(app.db, full.id);
  const [booking] = await insert(app.db, other.id);
  const move = app.db.execute(sql`update session_bookings set session_id = ${full.id} where id = ${booking!.id}`);
  expect(await refused(move)).toBe(true);
});

test("completes a held booking without taking a second place", async ({ app }) => {
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  const [held] = await insert(app.db, id, { status: "pending" });
  await app.db.execute(sql`update session_bookings set status = 'completed' where id = ${held!.id}`);
  expect(await app.db.query.sessionBookings.findMany()).toMatchObject([{ status: "completed" }]);
});

test("refuses fewer places than are taken, and accepts more or no limit", async ({ app }) => {
  const { id } = await aSession(app.db, { maxAttendees: 3 });
  await insert(app.db, id, { rows: 3 });
  const limitTo = (places: number | null) =>
    app.db.execute(sql`update live_sessions set max_attendees = ${places} where id = ${id}`);
  expect(await refused(limitTo(2))).toBe(true);
  await limitTo(4);
  await limitTo(null);
  await insert(app.db, id, { rows: 10 });
  expect(await refused(limitTo(12))).toBe(true);
});

test("counts tickets, not bookings, and refuses more tickets in a booking or an offer than are free", async ({
  app,
}) => {
  const { id } = await aSession(app.db, { maxAttendees: 5 });
  const [booking] = await insert(app.db, id, { quantity: 3 });
  expect(await refused(insert(app.db, id, { quantity: 3 }))).toBe(true);
  const setTo = (quantity: number) =>
    app.db.execute(sql`update session_bookings set quantity = ${quantity} where id = ${booking!.id}`);
  expect(await refused(setTo(6))).toBe(true);
  const offer = (quantity: number) =>
    app.db.execute(sql`insert into session_waitlist (session_id, first_name, last_name, email, time_zone, status,
      offer_ends_at, quantity) values (${id}, 'A', 'B', 'b@example.com', 'UTC', 'offered', now(), ${quantity})`);
  expect(await refused(offer(3))).toBe(true);
  await offer(1);
  const moreOffered = app.db.execute(sql`update session_waitlist set quantity = 3 where session_id = ${id}`);
  expect(await refused(moreOffered)).toBe(true);
  await setTo(4);
  await setTo(2);
  await insert(app.db, id, { quantity: 2 });
  expect(await refused(insert(app.db, id))).toBe(true);
});

test("adds a row for each ticket of a booking, the first with the booking's id", async ({ app }) => {
  const { id } = await aSession(app.db);
  const [booking] = await insert(app.db, id, { quantity: 3 });
  const tickets = await app.db.query.bookingTickets.findMany();
  expect(tickets.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
  expect(tickets.find(({ number }) => number === 1)).toMatchObject({ id: booking!.id, bookingId: booking!.id });
});

test("makes the second of two transactions for the last place wait, then refuses it", async ({ app: { db } }) => {
  const { id } = await aSession(db, { maxAttendees: 1 });
  const second = db.transaction(async (second) => {
    const late = await db.transaction(async (first) => {
      expect([await first.$count(sessionBookings), await second.$count(sessionBookings)]).toEqual([0, 0]);
      await insert(first, id);
      return { isRefused: refused(insert(second, id)) };
    });
    expect(await late.isRefused).toBe(true);
    second.rollback();
  });
  await expect(second).rejects.toThrow("Rollback");
  expect(await db.$count(sessionBookings)).toBe(1);
});

test.for(["repeatable read", "serializable"] as const)(
  "refuses to take a place under %s, whose count may be stale",
  async (isolationLevel, { app: { db } }) => {
    const { id } = await aSession(db, { maxAttendees: 1 });
    const booking = db.transaction((tx) => insert(tx, id), { isolationLevel });
    const reason = expect.stringContaining(`places cannot be taken under ${isolationLevel}`) as string;
    await expect(booking).rejects.toHaveProperty("cause.message", reason);
    expect(await db.$count(sessionBookings)).toBe(0);
  },
);
