import type postgres from "postgres";
import { isCapacityExceeded } from "@db/errors";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/test-app";

type Sql = postgres.Sql | postgres.ReservedSql | postgres.TransactionSql;

/** Plain SQL, as any code or person might write it. */
const insert = (sql: Sql, sessionId: string, { rows = 1, status = "completed" } = {}) => sql<{ id: string }[]>`
  insert into session_bookings (session_id, attendee_first_name, attendee_last_name, attendee_email, status,
    payment_status, form_key, list_price_minor, total_minor, currency, time_zone)
  select ${sessionId}, 'A', 'B', 'a@example.com', ${status}::booking_status, 'free', gen_random_uuid(), 0, 0, 'GBP', 'UTC'
  from generate_series(1, ${rows}) returning id`;

const refused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: unknown) => isCapacityExceeded(error),
  );

test("an insert beyond the last place is refused, one row or many at once", async ({ app }) => {
  const sql = app.db.$client;
  const { id } = await aSession(app.db, { maxAttendees: 2 });
  expect(await refused(insert(sql, id, { rows: 3 }))).toBe(true);
  await insert(sql, id, { rows: 2 });
  expect(await refused(insert(sql, id))).toBe(true);
  expect(await sql`select count(*)::int as n from session_bookings`).toEqual([{ n: 2 }]);
});

test.for(["pending", "confirmed", "completed"])("a %s booking takes a place", async (status, { app }) => {
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  await insert(app.db.$client, id, { status });
  expect(await refused(insert(app.db.$client, id))).toBe(true);
});

test("a cancelled booking takes none, and can't be revived into a full session", async ({ app }) => {
  const sql = app.db.$client;
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  const [cancelled] = await insert(sql, id, { status: "cancelled" });
  await insert(sql, id);
  expect(await refused(sql`update session_bookings set status = 'completed' where id = ${cancelled!.id}`)).toBe(true);
});

test("a booking can't be moved into a full session", async ({ app }) => {
  const sql = app.db.$client;
  const [full, other] = [await aSession(app.db, { maxAttendees: 1 }), await aSession(app.db)];
  await insert(sql, full.id);
  const [booking] = await insert(sql, other.id);
  expect(await refused(sql`update session_bookings set session_id = ${full.id} where id = ${booking!.id}`)).toBe(true);
});

test("paying for a held place needs no second one", async ({ app }) => {
  const sql = app.db.$client;
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  const [held] = await insert(sql, id, { status: "pending" });
  await sql`update session_bookings set status = 'completed' where id = ${held!.id}`;
  expect(await sql`select status from session_bookings`).toEqual([{ status: "completed" }]);
});

test("fewer places than are taken are refused; more, or no limit, are not", async ({ app }) => {
  const sql = app.db.$client;
  const { id } = await aSession(app.db, { maxAttendees: 3 });
  await insert(sql, id, { rows: 3 });
  expect(await refused(sql`update live_sessions set max_attendees = 2 where id = ${id}`)).toBe(true);
  await sql`update live_sessions set max_attendees = 4 where id = ${id}`;
  await sql`update live_sessions set max_attendees = null where id = ${id}`;
  await insert(sql, id, { rows: 10 });
  expect(await refused(sql`update live_sessions set max_attendees = 12 where id = ${id}`)).toBe(true);
});

test("two transactions that both see the last place free: the second waits, and is refused", async ({ app }) => {
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  const [first, second] = [await app.db.$client.reserve(), await app.db.$client.reserve()];
  try {
    await first`begin`;
    await second`begin`;
    const count = (sql: Sql) => sql`select count(*)::int as n from session_bookings where session_id = ${id}`;
    expect([await count(first), await count(second)]).toEqual([[{ n: 0 }], [{ n: 0 }]]);
    await insert(first, id);
    const late = refused(insert(second, id).execute());
    await first`commit`;
    expect(await late).toBe(true);
    await second`rollback`;
  } finally {
    first.release();
    second.release();
  }
});

test("places can't be taken under repeatable read, where a count would be an old one", async ({ app }) => {
  const { id } = await aSession(app.db, { maxAttendees: 1 });
  const booking = app.db.$client.begin("isolation level repeatable read", (tx) => insert(tx, id));
  await expect(booking).rejects.toThrow("places cannot be taken under repeatable read");
  expect(await app.db.$client`select id from session_bookings`).toEqual([]);
});
