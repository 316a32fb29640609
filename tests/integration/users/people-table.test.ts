import { collectionPurchases, people, sessionBookings, users } from "@db/schema";
import { eq, sql, type SQL } from "drizzle-orm";
import { anAccount } from "../../support/accounts";
import { aMember } from "../../support/members";
import { aBookingFor } from "../../support/profile";
import { aPurchase } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

/** Computes from all records what triggers write. */
async function expectedPeople({ db }: TestApp) {
  const { rows } = await db.execute<typeof people.$inferSelect>(sql`
    with records as (
      select user_id, lower(attendee_email) as email, attendee_first_name || ' ' || attendee_last_name as name, created_at
      from session_bookings where archived_at is null and attendee_email not like '%@deleted.invalid'
      union all
      select user_id, lower(customer_email), customer_name, created_at
      from collection_purchases where archived_at is null and customer_email not like '%@deleted.invalid'
    ), owned as (
      select records.*, coalesce(records.user_id, owner.id) as account_id
      from records left join users owner on records.user_id is null
        and lower(owner.email) = records.email and owner.email_confirmed_at is not null
    )
    select coalesce(account.id::text, md5(owned.email)) as key, account.id as "userId",
      case when account.id is null then owned.email
        when account.email_confirmed_at is not null then lower(account.email) end as address,
      coalesce(account.full_name, (array_agg(owned.name order by owned.created_at desc))[1]) as name,
      coalesce(account.email, owned.email) as email, max(owned.created_at) as "lastAt"
    from owned left join users account on account.id = owned.account_id
    group by account.id, case when account.id is null then owned.email end, owned.email
    order by 1`);
  return rows;
}

const storedPeople = ({ db }: TestApp) => db.select().from(people).orderBy(people.key);

async function expectExact(app: TestApp, count: number) {
  const stored = await storedPeople(app);
  const newest = new Map<string, Awaited<ReturnType<typeof expectedPeople>>[number]>();
  for (const row of await expectedPeople(app)) {
    const known = newest.get(row.key);
    if (!known || new Date(row.lastAt) > new Date(known.lastAt)) newest.set(row.key, row);
  }
  const expected = [...newest.values()].map((row) => ({ ...row, lastAt: new Date(row.lastAt) }));
  expect(stored).toEqual(expected);
  expect(stored).toHaveLength(count);
}

const instant = (day: number) => new Date(Date.UTC(2026, 0, day));

async function aGuestBooking(app: TestApp, email: string, day: number) {
  const guest = { ...(await anAccount(app.db)), fullName: `Guest ${day}`, email };
  return aBookingFor(app, guest, await aSession(app.db), { userId: null, createdAt: instant(day) });
}

test("lists exactly those who have records, through every change of records and accounts", async ({ app }) => {
  const { db } = app;
  const early = await aGuestBooking(app, "Priya@example.com", 1);
  const late = await aGuestBooking(app, "priya@example.com", 5);
  const bought = await aPurchase(db, null, { customerEmail: "maeve@example.com", customerName: "Maeve Donnelly" });
  await expectExact(app, 2);

  const unconfirmed = { email: "priya@example.com", emailConfirmedAt: null, fullName: "Priya R." };
  const { account } = await aMember(app, unconfirmed);
  await expectExact(app, 2);
  await aBookingFor(app, account, await aSession(db), { createdAt: instant(2) });
  await expectExact(app, 3);
  const isPriya = eq(users.id, account.id);
  await db
    .update(users)
    .set({ emailConfirmedAt: instant(9) })
    .where(isPriya);
  await expectExact(app, 2);
  await db.update(users).set({ fullName: "Priya Raman" }).where(isPriya);
  await expectExact(app, 2);
  await db.update(users).set({ email: "new@example.com" }).where(isPriya);
  await expectExact(app, 3);
  await db.update(users).set({ email: "maeve@example.com" }).where(isPriya);
  await expectExact(app, 2);

  const isOf = (id: string) => eq(sessionBookings.id, id);
  await db
    .update(sessionBookings)
    .set({ archivedAt: instant(9) })
    .where(isOf(late.id));
  await expectExact(app, 2);
  await db.update(sessionBookings).set({ attendeeEmail: "other@example.com" }).where(isOf(early.id));
  await expectExact(app, 2);
  await db.update(sessionBookings).set({ userId: account.id }).where(isOf(early.id));
  await expectExact(app, 1);
  await db.update(collectionPurchases).set({ userId: account.id }).where(eq(collectionPurchases.id, bought.id));
  await db.delete(collectionPurchases).where(eq(collectionPurchases.id, bought.id));
  await expectExact(app, 1);
  await db.update(sessionBookings).set({ archivedAt: instant(9) });
  await expectExact(app, 0);
});

const lockWaits = async ({ db }: TestApp) => {
  const { rows } = await db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
};

/** Runs both changes at once: the first has written people but not committed when the second writes them. */
async function runTogether(app: TestApp, first: SQL, second: SQL) {
  let last: Promise<unknown> = Promise.resolve();
  await app.db.transaction(async (tx) => {
    await tx.execute(first);
    await tx.execute(sql`set constraints all immediate`);
    // Queries begin when they are awaited.
    last = app.db.execute(second).then(() => undefined);
    await expect.poll(() => lockWaits(app), { interval: 10 }).toBe(1);
  });
  await last;
}

function insertBooking(sessionId: string, email: string, day: number): SQL {
  return sql`insert into session_bookings
    (session_id, attendee_first_name, attendee_last_name, attendee_email, status, payment_status, form_key,
     list_price_minor, total_minor, currency, time_zone, created_at)
    values (${sessionId}, 'Priya', 'Raman', ${email}, 'completed', 'free', gen_random_uuid(), 0, 0, 'GBP',
      'Europe/London', ${instant(day).toISOString()})`;
}

/** For control runs: transactions that change the same person no longer take turns. */
async function withoutPersonLock({ db }: TestApp, work: () => Promise<void>) {
  const { rows } = await db.execute<{ made: string }>(sql`select pg_get_functiondef('lock_person'::regproc) as made`);
  const { made } = rows[0]!;
  expect(made).toContain(" FOR UPDATE;");
  await db.execute(sql.raw(made.replace(" FOR UPDATE;", ";")));
  try {
    await work();
  } finally {
    await db.execute(sql.raw(made));
  }
}

async function bookTwiceAtOnce(app: TestApp) {
  await aGuestBooking(app, "priya@example.com", 1);
  const [one, other] = [await aSession(app.db), await aSession(app.db)];
  const booked = (sessionId: string, day: number) => insertBooking(sessionId, "priya@example.com", day);
  await runTogether(app, booked(one.id, 8), booked(other.id, 3));
}

test("has the newest of two bookings that a person makes at once", async ({ app }) => {
  await bookTwiceAtOnce(app);
  expect(await storedPeople(app)).toMatchObject([{ lastAt: instant(8) }]);
});

/** They have booked before: the change that comes second finds their row, and waits for it. */
async function bookWhileConfirming(app: TestApp) {
  const { account } = await aMember(app, { email: "priya@example.com", emailConfirmedAt: null });
  await aGuestBooking(app, "priya@example.com", 1);
  const { id } = await aSession(app.db);
  const confirmation = sql`update users set email_confirmed_at = now() where id = ${account.id}`;
  await runTogether(app, confirmation, insertBooking(id, "priya@example.com", 2));
  return account;
}

test("gives the account a booking that a guest makes while its address is being confirmed", async ({ app }) => {
  const account = await bookWhileConfirming(app);
  await expectExact(app, 1);
  expect(await storedPeople(app)).toMatchObject([{ userId: account.id, lastAt: instant(2) }]);
});

test("control: without the lock on the person, both go wrong", async ({ app }) => {
  await withoutPersonLock(app, async () => {
    await bookTwiceAtOnce(app);
    expect(await storedPeople(app)).toMatchObject([{ lastAt: instant(3) }]);
    await app.db.delete(sessionBookings);
    await bookWhileConfirming(app);
    expect(await storedPeople(app)).toMatchObject([{ lastAt: instant(1) }]);
  });
});
