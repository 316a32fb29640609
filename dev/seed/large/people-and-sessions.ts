import type { Transaction } from "@db/client";
import { sql } from "drizzle-orm";

/** The first user's address, by which the large seed is recognised. */
export const firstAddress = "large-1@example.com";

const firstNames =
  "Tomas,Priya,Maeve,Aisha,Jon,Inês,Rosa,Niamh,Oliver,Yuki,Samira,Ewa,Ben,Charlotte,Leila,Martha,Dominic,Freya,Anjali";
const lastNames =
  "Lindqvist,Raman,Donnelly,Bello,Whitcombe,Carvalho,Vidal,Gallagher,Hartley,Tanaka,Haddad,Kowalska,Reyes,Farouk,Osei," +
  "Sørensen,Mehta,O’Brien,Ortega,Papadakis,Abara,Ashdown,Okafor";

/** The list lengths are coprime, so that all pairs occur. */
const oneOf = (names: string, number: string) =>
  sql`(string_to_array(${names}, ','))[1 + ${sql.raw(number)} % ${sql.raw(String(names.split(",").length))}]`;
export const firstNameOf = (number: string) => oneOf(firstNames, number);
export const lastNameOf = (number: string) => oneOf(lastNames, number);

/** Creates the temporary table `large_people`, too. */
export async function seedPeople(tx: Transaction, { sizes, now }: LargeSeed): Promise<void> {
  const today = now.toISOString();
  await tx.execute(sql`
    create temp table large_people on commit drop as
    select number, gen_random_uuid() as id from generate_series(1, ${sizes.users}::int) as number`);
  await tx.execute(sql`
    insert into users (id, email, full_name, subscription_status, email_confirmed_at, created_at, time_zone, currency)
    select id, 'large-' || number || '@example.com', ${firstNameOf("number")} || ' ' || ${lastNameOf("number")},
      (array['free', 'free', 'free', 'active', 'paused', 'cancelled'])[1 + number % 6],
      case when number % 20 > 0 then joined_at end, joined_at,
      (array['Europe/London', 'Europe/Lisbon', 'America/New_York', null])[1 + number % 4],
      (array['GBP', 'EUR', 'USD', null])[1 + number % 4]::currency
    from (select *, ${today}::timestamptz - random() * interval '1095 days' as joined_at from large_people) as people`);
  await tx.execute(sql`
    insert into discount_codes (code, discount_type, discount_percentage, is_active, created_at)
    select 'LARGE-' || number, 'percentage', 5 * (1 + number % 8), number % 5 > 0, ${today}::timestamptz
    from generate_series(1, ${sizes.codes}::int) as number`);
}

/** Adds sessions, one in twelve upcoming, and the table `large_sessions` with their counts `booked` and `dropped`. */
export async function seedSessions(tx: Transaction, { sizes, now }: LargeSeed): Promise<void> {
  const past = Math.ceil((sizes.sessions * 11) / 12);
  const daysAhead = sql`case when number <= ${past}::int
    then (number - ${past}::int - 1) * 1095.0 / ${past}::int
    else (number - ${past}::int) * 120.0 / greatest(1, ${sizes.sessions}::int - ${past}::int) end`;
  await tx.execute(sql`
    create temp table large_sessions on commit drop as
    select *, case when is_cancelled then 0 when is_full then max_attendees
        else floor(coalesce(max_attendees, 16) * (0.35 + random() * 0.6))::int end as booked,
      floor(random() * 3)::int as dropped
    from (
      select number, gen_random_uuid() as id,
        date_bin('30 minutes', ${now.toISOString()}::timestamptz + ${daysAhead} * interval '1 day', 'epoch')
          + interval '30 minutes' * (number > ${past}::int)::int as start_time,
        case when random() > 0.08 then 8 + floor(random() * 13)::int end as max_attendees,
        (array[0, 1200, 1500, 1800, 1800, 2200, 2500])[1 + floor(random() * 7)::int] as price,
        (array['GBP', 'GBP', 'GBP', 'EUR', 'USD'])[1 + floor(random() * 5)::int]::currency as currency,
        random() < 0.02 as is_cancelled, random() < 0.25 as is_full
      from generate_series(1, ${sizes.sessions}::int) as number
    ) as sessions`);
  // Sessions without a limit are never full.
  await tx.execute(sql`update large_sessions set booked = 12 where booked is null`);
  await tx.execute(sql`
    insert into live_sessions (id, title, description, category, start_time, duration_minutes, location_type, city,
      zoom_link, price_minor, entered_price_minor, entered_currency, max_attendees, cancelled_at, created_at)
    select id, (array['Evening Wind-Down', 'Morning Reset', 'First Tuesday', 'The Long Exhale', 'Birth, Together',
        'Slow Movement', 'Midday Reset', 'Own Hour'])[1 + number % 8] || ' ' || number,
      'Long exhales and a slow body scan.' || chr(10) || chr(10) || 'Bring a blanket.',
      (select name from (select name, row_number() over (order by name) - 1 as place, count(*) over () as names
        from session_categories) as categories where place = number % names),
      start_time, 60, (array['online', 'online', 'onsite'])[1 + number % 3]::location_type,
      case when number % 3 = 2 then (array['London', 'Bristol', 'Lisbon'])[1 + number % 5 % 3] end,
      case when number % 3 < 2 then 'https://zoom.example/j/' || number end,
      case when price = 0 then 0 else greatest(100,
        round(price * case currency when 'EUR' then 0.85 when 'USD' then 0.78 else 1 end / 100) * 100)::int end,
      price, currency, max_attendees, case when is_cancelled then start_time - interval '2 days' end,
      start_time - interval '90 days'
    from large_sessions`);
}

export type Sizes = {
  users: number;
  sessions: number;
  bookings: number;
  purchases: number;
  codes: number;
  mails: number;
  auditEntries: number;
};

export type LargeSeed = { sizes: Sizes; now: Date; timeZone: string };
