import type { Transaction } from "@db/client";
import { sql } from "drizzle-orm";
import { firstNameOf, lastNameOf, type LargeSeed } from "./people-and-sessions";

/** Adds bookings of `large_sessions`, latest sessions first, with their payments and refunds. */
export async function seedBookings(tx: Transaction, { sizes, now, timeZone }: LargeSeed): Promise<void> {
  const today = now.toISOString();
  await tx.execute(sql`
    create temp table large_bookings on commit drop as
    select *, case when has_code then price * (5 * (1 + code_number % 8)) / 100 else 0 end as discount
    from (
      select gen_random_uuid() as id, sessions.id as session_id, start_time, price, currency, place <= booked as is_taken,
        1 + floor(random() * ${sizes.users}::int)::int as person, random() as luck, random() < 0.85 as came,
        price > 0 and random() < 0.08 and ${sizes.codes}::int > 0 as has_code,
        1 + floor(random() * greatest(1, ${sizes.codes}::int))::int as code_number,
        least(start_time, ${today}::timestamptz) - interval '1 hour' - random() * interval '25 days' as created_at
      from large_sessions as sessions cross join lateral generate_series(1, booked + dropped) as place
      order by start_time desc, sessions.number, place limit ${sizes.bookings}::int
    ) as bookings`);
  await tx.execute(sql`
    insert into session_bookings (id, session_id, user_id, attendee_first_name, attendee_last_name, attendee_email,
      status, payment_status, form_key, list_price_minor, discount_minor, total_minor, currency, applied_discount_code,
      discount_terms, time_zone, created_at, completed_at, cancelled_at)
    select bookings.id, session_id, case when luck < 0.6 then people.id end, ${firstNameOf("person")},
      ${lastNameOf("person")}, 'large-' || person || '@example.com',
      case when not is_taken then 'cancelled' when is_at_door then 'confirmed' else 'completed' end::booking_status,
      (case when is_taken and price = 0 then 'free' when is_taken and is_at_door then 'pending' when is_taken then 'paid'
        when price > 0 and luck < 0.6 then 'refunded' when luck < 0.85 then 'cancelled' else 'failed'
        end)::booking_payment_status,
      gen_random_uuid(), price, discount, price - discount, currency,
      case when has_code then 'LARGE-' || code_number end,
      case when has_code then jsonb_build_object('type', 'percentage', 'percentage', 5 * (1 + code_number % 8)) end,
      ${timeZone}, created_at, case when is_taken and not is_at_door or luck < 0.6 then created_at end,
      case when not is_taken then created_at + interval '40 minutes' end
    from (select *, price > 0 and luck > 0.97 as is_at_door from large_bookings) as bookings
      join large_people as people on people.number = person`);
  await tx.execute(sql`
    update booking_tickets set checked_in_at = start_time - interval '5 minutes' from large_bookings as bookings
    where booking_id = bookings.id and is_taken and came
      and start_time between ${today}::timestamptz - interval '400 days' and ${today}::timestamptz`);
  await tx.execute(sql`
    insert into payments (booking_id, provider, state, amount_minor, currency, created_at, paid_at)
    select id, 'outside', 'paid', total_minor, currency, created_at, completed_at from session_bookings
    where id in (select id from large_bookings) and payment_status in ('paid', 'refunded') and total_minor > 0`);
  await tx.execute(sql`
    insert into refunds (payment_id, amount_minor, currency, reason, state, created_at, settled_at)
    select payments.id, amount_minor, payments.currency, 'cancelled', 'succeeded', cancelled_at, cancelled_at
    from payments join session_bookings as bookings on bookings.id = booking_id
    where booking_id in (select id from large_bookings) and payment_status = 'refunded'`);
}

/** Adds up to six waitlist entries to every full session; closed ones if it has begun. */
export async function seedWaitlists(tx: Transaction, { now, timeZone }: LargeSeed): Promise<void> {
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

/** Adds purchases of both collections, at most one of each by a user, with payments and refunds. */
export async function seedPurchases(tx: Transaction, { sizes, now }: LargeSeed): Promise<void> {
  await tx.execute(sql`
    create temp table large_purchases on commit drop as
    select gen_random_uuid() as id, products.id as product_id, people.id as user_id,
      case when random() < 0.1 then 'free' when random() < 0.85 then 'paid' when random() < 0.7 then 'refunded'
        else 'failed' end as status,
      (array['GBP', 'GBP', 'EUR', 'USD'])[1 + number % 4]::currency as currency,
      ${now.toISOString()}::timestamptz - interval '2 hours' - random() * interval '730 days' as created_at
    from large_people as people cross join products
    where kind = 'collection' order by number, order_index limit ${sizes.purchases}::int`);
  await tx.execute(sql`
    insert into purchases (id, product_id, product_kind, product_title, user_id, customer_name, customer_email, status, form_key,
      list_price_minor, total_minor, currency, created_at, completed_at)
    select bought.id, product_id, products.kind, products.title, user_id, full_name, email, status::purchase_status, gen_random_uuid(), price, price,
      bought.currency, bought.created_at, case when status <> 'failed' then bought.created_at end
    from (select *, case when status = 'free' then 0 else 4900 end as price
      from large_purchases) as bought join users on users.id = user_id join products on products.id = product_id`);
  await tx.execute(sql`
    insert into payments (purchase_id, provider, state, amount_minor, currency, created_at, paid_at)
    select id, 'outside', 'paid', total_minor, currency, created_at, completed_at from purchases
    where id in (select id from large_purchases) and status in ('paid', 'refunded')`);
  await tx.execute(sql`
    insert into refunds (payment_id, amount_minor, currency, reason, state, created_at, settled_at)
    select payments.id, amount_minor, payments.currency, 'admin', 'succeeded', paid_at + interval '1 hour',
      paid_at + interval '1 hour'
    from payments join purchases as purchases on purchases.id = purchase_id
    where purchase_id in (select id from large_purchases) and status = 'refunded'`);
}
