import { sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import type { Sowing } from "./sizes";

/** Purchases of both collections by the first of `large_people`, each at most once of each, with their payments. */
export async function sowPurchases(tx: Transaction, { sizes, now }: Sowing): Promise<void> {
  await tx.execute(sql`
    create temp table large_purchases on commit drop as
    select gen_random_uuid() as id, name as collection, people.id as user_id,
      case when random() < 0.1 then 'free' when random() < 0.85 then 'paid' when random() < 0.7 then 'refunded'
        else 'failed' end as status,
      (array['GBP', 'GBP', 'EUR', 'USD'])[1 + number % 4]::currency as currency,
      ${now.toISOString()}::timestamptz - interval '2 hours' - random() * interval '730 days' as created_at
    from large_people as people cross join unnest(enum_range(null::collection)) as name
    order by number, name limit ${sizes.purchases}::int`);
  await tx.execute(sql`
    insert into collection_purchases (id, collection, user_id, customer_name, customer_email, status, form_key,
      list_price_minor, total_minor, currency, created_at, completed_at)
    select bought.id, collection, user_id, full_name, email, status::purchase_status, gen_random_uuid(), price, price,
      bought.currency, bought.created_at, case when status <> 'failed' then bought.created_at end
    from (select *, case when status = 'free' then 0 when collection = 'birth' then 4900 else 3900 end as price
      from large_purchases) as bought join users on users.id = user_id`);
  await tx.execute(sql`
    insert into payments (purchase_id, provider, state, amount_minor, currency, created_at, paid_at)
    select id, 'outside', 'paid', total_minor, currency, created_at, completed_at from collection_purchases
    where id in (select id from large_purchases) and status in ('paid', 'refunded')`);
  await tx.execute(sql`
    insert into refunds (payment_id, amount_minor, currency, reason, state, created_at, settled_at)
    select payments.id, amount_minor, payments.currency, 'admin', 'succeeded', paid_at + interval '1 hour',
      paid_at + interval '1 hour'
    from payments join collection_purchases as purchases on purchases.id = purchase_id
    where purchase_id in (select id from large_purchases) and status = 'refunded'`);
}
