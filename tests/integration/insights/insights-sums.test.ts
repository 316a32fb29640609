import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { bookingTickets, payments, refunds, sessionAttendance, sessionBookings } from "@db/schema";
import { periodOf } from "@server/insights/period";
import { addUpRevenue, readRevenue } from "@server/insights/revenue";
import { Random } from "../../support/fuzz/random";
import { aPurchase } from "../../support/recordings";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const zones = ["UTC", "Europe/London", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata", "America/St_Johns"];
const now = new Date("2026-11-21T12:00:00Z");

/** Adds up all payments and refunds by the clock of the zone. */
async function summedRevenue({ db }: TestApp, zone: string, from: Date, until: Date) {
  const { rows } = await db.execute<{ month: string; kind: string; currency: string; net: string }>(sql`
    select to_char(at at time zone ${zone}, 'Mon YYYY') as month, kind, currency, sum(minor) as net from (
      select paid_at as at, purchase_id, currency, amount_minor as minor from payments where state = 'paid'
      union all
      select refunds.created_at, purchase_id, refunds.currency, -refunds.amount_minor
      from refunds join payments on payments.id = payment_id where payments.state = 'paid' and refunds.state <> 'failed'
    ) as moved left join lateral (
      select case when purchase_id is null then 'sessions' else (
        select coalesce(collection::text, 'resources') from collection_purchases where id = purchase_id) end as kind
    ) as item on true
    where at >= ${from.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz group by 1, 2, 3`);
  return rows.map(({ month, kind, currency, net }) => `${month} ${kind} ${net} ${currency}`).sort();
}

async function expectExactRevenue(app: TestApp) {
  for (const zone of zones) {
    for (const asked of ["24-months", "2025"]) {
      const period = periodOf(asked, now, zone);
      const read = await readRevenue(app.db, period);
      const named = read.map(
        ({ month, kind, currency, netMinor }) => `${period.months[month]!.label} ${kind} ${netMinor} ${currency}`,
      );
      expect(named.sort(), zone).toEqual(await summedRevenue(app, zone, period.from, period.until));
    }
  }
}

test("revenue is the sum of all payments and refunds in every time zone, after any changes", async ({ app }) => {
  const { db } = app;
  const random = new Random(42);
  const bookingId = await takePlace(db, await aSession(db));
  const { id: purchaseId } = await aPurchase(db, null);
  // Many are near the start of a month, where time zones differ.
  const instant = () => new Date(Date.UTC(2024, 11 + random.below(24), 1, random.below(40) - 20, random.below(60)));
  const amount = () => 100 * (1 + random.below(90));
  const currency = () => random.pick(["GBP", "EUR", "USD"] as const);
  const oneOf = (table: SQL) => sql`id = (select id from ${table} order by id offset ${random.below(20)} limit 1)`;
  const change: (() => Promise<unknown>)[] = [
    () =>
      db.insert(payments).values({
        ...(random.below(2) === 0 ? { bookingId } : { purchaseId }),
        ...{
          state: random.below(4) === 0 ? "open" : "paid",
          amountMinor: amount(),
          currency: currency(),
          paidAt: instant(),
        },
      }),
    () =>
      db.execute(sql`insert into refunds (payment_id, amount_minor, currency, reason, state, created_at)
        select id, amount_minor / 2, currency, 'admin', 'pending', ${instant().toISOString()}::timestamptz
        from payments order by id offset ${random.below(20)} limit 1`),
    () =>
      db
        .update(payments)
        .set({ state: "paid", paidAt: instant() })
        .where(oneOf(sql`${payments}`)),
    () =>
      db
        .update(payments)
        .set({ state: "failed" })
        .where(oneOf(sql`${payments}`)),
    () =>
      db
        .update(payments)
        .set({ amountMinor: amount() })
        .where(oneOf(sql`${payments}`)),
    () =>
      db
        .update(refunds)
        .set({ state: random.below(2) === 0 ? "failed" : "succeeded" })
        .where(oneOf(sql`${refunds}`)),
    () => db.delete(refunds).where(oneOf(sql`${refunds}`)),
    () => addUpRevenue(app),
  ];
  for (let step = 0; step < 160; step++) await (step < 40 ? change[0]! : random.pick(change))();
  await expectExactRevenue(app);
  await Promise.all([addUpRevenue(app), addUpRevenue(app), change[0]!(), change[0]!(), addUpRevenue(app)]);
  await expectExactRevenue(app);
});

async function expectExactAttendance({ db }: TestApp) {
  const { rows } = await db.execute<typeof sessionAttendance.$inferSelect>(sql`
    select booking.session_id as "sessionId", count(*)::int as booked, count(ticket.checked_in_at)::int as came
    from session_bookings as booking join booking_tickets as ticket on ticket.booking_id = booking.id
    where booking.status in ('confirmed', 'completed') and ticket.cancelled_at is null
    group by booking.session_id order by booking.session_id`);
  const stored = await db.select().from(sessionAttendance).orderBy(sessionAttendance.sessionId);
  expect(stored.filter(({ booked }) => booked > 0)).toEqual(rows);
  expect(rows.length).toBeGreaterThan(0);
}

test("attendance is the number of tickets booked and checked in, after any changes", async ({ app }) => {
  const { db } = app;
  const random = new Random(7);
  const [one, other] = [await aSession(db, { maxAttendees: null }), await aSession(db, { maxAttendees: null })];
  const ids: string[] = [];
  for (let number = 0; number < 12; number++) {
    const id = await takePlace(db, number % 2 === 0 ? one : other);
    ids.push(id);
  }
  const oneBooking = () => random.pick(ids);
  const change: (() => Promise<unknown>)[] = [
    () => db.execute(sql`update session_bookings set status = 'cancelled' where id = ${oneBooking()}`),
    () => db.execute(sql`update session_bookings set status = 'completed' where id = ${oneBooking()}`),
    () => db.execute(sql`update session_bookings set status = 'pending' where id = ${oneBooking()}`),
    () => db.execute(sql`update session_bookings set session_id = ${one.id} where id = ${oneBooking()}`),
    () => db.execute(sql`update session_bookings set session_id = ${other.id} where id = ${oneBooking()}`),
    () => db.execute(sql`update booking_tickets set checked_in_at = now() where booking_id = ${oneBooking()}`),
    () => db.execute(sql`update booking_tickets set checked_in_at = null where booking_id = ${oneBooking()}`),
  ];
  for (let step = 0; step < 60; step++) await random.pick(change)();
  await expectExactAttendance(app);
  // Tickets of several, one of them cancelled.
  const id = randomUUID();
  await db.execute(sql`insert into session_bookings (id, session_id, attendee_first_name, attendee_last_name,
      attendee_email, status, payment_status, form_key, list_price_minor, total_minor, currency, time_zone, quantity)
    select ${id}, session_id, 'Priya', 'Raman', 'priya@example.com', 'completed', 'free', gen_random_uuid(), 0, 0, 'GBP',
      'Europe/London', 3 from session_bookings limit 1`);
  await db
    .update(bookingTickets)
    .set({ checkedInAt: now })
    .where(sql`booking_id = ${id}`);
  await db.transaction(async (tx) => {
    await tx
      .update(bookingTickets)
      .set({ cancelledAt: now })
      .where(sql`booking_id = ${id} and number = 2`);
    await tx
      .update(sessionBookings)
      .set({ quantity: 2 })
      .where(sql`id = ${id}`);
  });
  await expectExactAttendance(app);
});

test("counts two check-ins that are committed at the same time", async ({ app }) => {
  const { db } = app;
  const session = await aSession(db, { maxAttendees: null });
  const bookings = [await takePlace(db, session), await takePlace(db, session)];
  const checkIn = (nth: number) =>
    sql`update booking_tickets set checked_in_at = now() where booking_id = ${bookings[nth]!}`;
  let second: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.execute(checkIn(0));
    await tx.execute(sql`set constraints all immediate`);
    second = db.execute(checkIn(1)).then(() => undefined);
    await expect
      .poll(
        async () =>
          (
            await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
          ).rows.length,
        { interval: 10 },
      )
      .toBe(1);
  });
  await second;
  expect(await db.select().from(sessionAttendance)).toEqual([{ sessionId: session.id, booked: 2, came: 2 }]);
});
