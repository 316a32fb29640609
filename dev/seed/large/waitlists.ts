import { sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { firstNameOf, lastNameOf } from "./schedule";
import type { Sowing } from "./sizes";

/** Up to six people in line for every session that is full; for those that have begun, the line is closed. */
export async function sowWaitlists(tx: Transaction, { now, timeZone }: Sowing): Promise<void> {
  const today = now.toISOString();
  await tx.execute(sql`
    insert into session_waitlist (session_id, first_name, last_name, email, time_zone, status, created_at, ended_at)
    select id, ${firstNameOf("(number * 7 + place)")}, ${lastNameOf("(number * 7 + place)")},
      'waiting-' || number || '-' || place || '@example.com', ${timeZone},
      case when start_time > ${today}::timestamptz then 'waiting' else 'closed' end::waitlist_status,
      least(start_time, ${today}::timestamptz) - place * interval '3 hours',
      case when start_time <= ${today}::timestamptz then start_time end
    from large_sessions as sessions cross join lateral generate_series(1, 1 + number % 6) as place
    where not is_cancelled and max_attendees = (
      select count(*) from session_bookings as bookings
      where bookings.session_id = sessions.id and bookings.status in ('pending', 'confirmed', 'completed'))`);
}
