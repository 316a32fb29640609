import type { Database, Transaction } from "@db/client";
import { users } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import { seedBookings, seedPurchases, seedWaitlists } from "./bookings-and-purchases";
import { firstAddress, type Sizes, type LargeSeed, seedPeople, seedSessions } from "./people-and-sessions";

export const largeSizes: Sizes = {
  users: 10_000,
  sessions: 5_000,
  bookings: 50_000,
  purchases: 4_000,
  codes: 200,
  mails: 60_000,
  auditEntries: 5_000,
};

/** Adds everything in one transaction; nothing at Stripe, no mail. Returns false if it was added before. */
export async function seedLarge(db: Database, seed: LargeSeed): Promise<boolean> {
  const isSeeded = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7112028)`);
    if (await isThere(tx)) return false;
    // The same random numbers every time.
    await tx.execute(sql`select setseed(0.42)`);
    await seedPeople(tx, seed);
    await seedSessions(tx, seed);
    await seedBookings(tx, seed);
    await seedWaitlists(tx, seed);
    await seedPurchases(tx, seed);
    await seedLogs(tx, seed);
    return true;
  });
  if (isSeeded) {
    // Enables index-only scans, which autovacuum would do some minutes later.
    await db.execute(sql`vacuum (analyze)`);
  }
  return isSeeded;
}

async function seedLogs(tx: Transaction, { sizes, now }: LargeSeed): Promise<void> {
  const today = now.toISOString();
  await tx.execute(sql`
    insert into outbox_emails (template, props, recipient, subject, dedupe_key, html, text, attempts, created_at, sent_at)
    select 'booking-confirmation', '{}', 'large-' || (1 + number % ${sizes.users}::int) || '@example.com',
      (array['Your place is booked', 'See you tomorrow', 'Your session has moved', 'Your money is on its way back'])
        [1 + number % 4] || ': Evening Wind-Down ' || number,
      'large:' || number, '<p>See you there.</p>', 'See you there.', 1, written_at, written_at + interval '2 seconds'
    from (
      select number, ${today}::timestamptz - interval '1 minute' - random() * interval '730 days' as written_at
      from generate_series(1, ${sizes.mails}::int) as number
    ) as mails`);
  await tx.execute(sql`
    insert into audit_entries (actor_id, action, subject_type, subject_id, reason, created_at)
    select (select id from users where role = 'admin' order by created_at, id limit 1),
      (array['booking.status_changed', 'booking.noted', 'booking.marked_paid'])[1 + floor(random() * 3)::int],
      'booking', id, case when random() < 0.3 then 'She asked for it by phone' end,
      ${today}::timestamptz - interval '1 minute' - random() * interval '730 days'
    from large_bookings order by start_time limit ${sizes.auditEntries}::int`);
}

async function isThere(tx: Transaction): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.email, firstAddress)).limit(1);
  return found.length > 0;
}
