import { sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import type { Sowing } from "./sizes";

/** Mails that have been sent, and what an admin did by hand, where there is an admin. */
export async function sowLogs(tx: Transaction, { sizes, now }: Sowing): Promise<void> {
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
