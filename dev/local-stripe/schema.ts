import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { randomText } from "./ids";

/**
 * Creates the tables outside the migrations, so that a live database never has them. Several processes may call it at
 * once.
 */
export async function prepareSchema(db: Database): Promise<{ secretKey: string; webhookSecret: string }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('local_stripe'))`);
    const existing = await tx.execute(sql`select 1 from pg_namespace where nspname = 'local_stripe'`);
    if (existing.rows.length === 0) await tx.execute(sql.raw(tables));
    await tx.execute(sql.raw(billing));
    await tx.execute(sql`
      insert into local_stripe.settings (name, value)
      values ('secret_key', ${`sk_test_${randomText(24)}`}), ('webhook_secret', ${`whsec_${randomText(32)}`})
      on conflict do nothing`);
    const settings = await tx.execute<Setting>(sql`select name, value from local_stripe.settings`);
    const valueOf = (name: string) => settings.rows.find((setting) => setting.name === name)?.value ?? "";
    return { secretKey: valueOf("secret_key"), webhookSecret: valueOf("webhook_secret") };
  });
}

type Setting = { name: string; value: string };

const tables = `
create schema local_stripe;

create table local_stripe.settings (
  name text primary key,
  value text not null
);

create table local_stripe.objects (
  id text primary key,
  seq bigint not null generated always as identity,
  kind text not null,
  session_id text not null,
  email text not null,
  body jsonb not null,
  hidden jsonb not null
);
create index on local_stripe.objects (kind, seq);
create index on local_stripe.objects (session_id, kind, seq);
create index on local_stripe.objects (email);
create index on local_stripe.objects ((body ->> 'payment_intent')) where kind = 'refund';
create index on local_stripe.objects (((body ->> 'expires_at')::bigint))
  where kind = 'checkout.session' and body ->> 'status' = 'open';
create index on local_stripe.objects (((body ->> 'available_on')::bigint))
  where kind = 'balance_transaction' and hidden ->> 'payout' is null;
create index on local_stripe.objects (((body ->> 'arrival_date')::bigint))
  where kind = 'payout' and body ->> 'status' = 'in_transit';

create table local_stripe.events (
  id text primary key,
  seq bigint not null generated always as identity,
  type text not null,
  subject text not null,
  email text not null,
  payload text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  is_held boolean not null default false,
  copies integer not null default 1,
  claimed_until timestamptz,
  attempts jsonb not null default '[]',
  delivered_at timestamptz
);
create index on local_stripe.events (due_at) where delivered_at is null;
create index on local_stripe.events (email, seq);

create table local_stripe.idempotency_keys (
  key text primary key,
  endpoint text not null,
  parameters text not null,
  request_id text not null,
  locked_until timestamptz not null,
  status integer,
  answer text,
  created_at timestamptz not null default now()
);

create table local_stripe.faults (
  id bigint primary key generated always as identity,
  operation text not null,
  email text,
  session_id text,
  remaining integer not null,
  effect jsonb not null
);

create table local_stripe.webhook_rules (
  scope text primary key,
  is_held boolean not null,
  delay_ms integer not null,
  copies integer not null
);
`;

/** Added to schemas made before as well. */
const billing = `
create index if not exists objects_of_customer on local_stripe.objects ((body ->> 'customer'), kind)
  where body ? 'customer';
create index if not exists objects_due on local_stripe.objects (((hidden ->> 'dueAt')::bigint))
  where hidden ->> 'dueAt' is not null;
`;
