import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import type { Context } from "./context";
import type { Delivery } from "./delivery";

export type WebhookRule = {
  email?: string | undefined;
  hold?: boolean | undefined;
  /** The delay before the first attempt. */
  delayMs?: number | undefined;
  copies?: number | undefined;
};

export async function setWebhookRule(db: Queryable, rule: WebhookRule): Promise<void> {
  const { email, hold = false, delayMs = 0, copies = 1 } = rule;
  await db.execute(sql`
    insert into local_stripe.webhook_rules (scope, is_held, delay_ms, copies)
    values (${scopeOf(email)}, ${hold}, ${delayMs}, ${copies})
    on conflict (scope) do update set
      is_held = excluded.is_held, delay_ms = excluded.delay_ms, copies = excluded.copies`);
}

type FoundRule = { hold: boolean; delayMs: number; copies: number };

/** Finds the rule for a customer, else the one for all customers, else immediate delivery. */
export async function findWebhookRule(db: Queryable, email: string): Promise<FoundRule> {
  const { rows } = await db.execute<FoundRule>(sql`
    select is_held as hold, delay_ms as "delayMs", copies
    from local_stripe.webhook_rules where scope in (${email}, '*') order by scope = '*' limit 1`);
  return rows[0] ?? { hold: false, delayMs: 0, copies: 1 };
}

export type Release = {
  email?: string | undefined;
  /** The order of delivery. With ids, the hold continues. */
  order?: "created" | "reverse" | string[] | undefined;
  copies?: number | undefined;
  delayMs?: number | undefined;
};

export type ReleasedEvent = { id: string; type: string };

/** Sends events one by one, waiting for each answer. Ends the hold unless `order` lists ids. */
export async function releaseEvents(ctx: Context, delivery: Delivery, release: Release): Promise<ReleasedEvent[]> {
  const { email, order = "created", copies = 1, delayMs = 0 } = release;
  const isPicked = Array.isArray(order);
  const events = isPicked ? await eventsById(ctx, order) : await heldEvents(ctx, email);
  if (order === "reverse") events.reverse();
  for (const event of events) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    await delivery.send(event.id, copies);
  }
  if (isPicked) return events;
  await dropWebhookRule(ctx.db, email);
  // Events that were held while the others were sent.
  for (const event of await heldEvents(ctx, email)) await delivery.send(event.id, 1);
  return events;
}

/** Ends a hold and loses the held events, as after an outage that lasts longer than the tries: they are never sent. */
export async function loseEvents(db: Queryable, email: string | undefined): Promise<ReleasedEvent[]> {
  const events = await heldEvents({ db }, email);
  await db.execute(sql`
    update local_stripe.events set is_held = false, created_at = now() - interval '4 days'
    where id = any(${sql.param(events.map(({ id }) => id))}::text[])`);
  await dropWebhookRule(db, email);
  return events;
}

/** `*` for all customers. */
const scopeOf = (email: string | undefined) => email?.toLowerCase() ?? "*";

async function dropWebhookRule(db: Queryable, email: string | undefined): Promise<void> {
  await db.execute(sql`delete from local_stripe.webhook_rules where scope = ${scopeOf(email)}`);
}

async function eventsById(ctx: Context, ids: string[]): Promise<ReleasedEvent[]> {
  const { rows } = await ctx.db.execute<ReleasedEvent>(
    sql`select id, type from local_stripe.events where id = any(${sql.param(ids)}::text[])`,
  );
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** A customer's own hold continues when the hold for all ends. */
async function heldEvents(ctx: { db: Queryable }, email: string | undefined): Promise<ReleasedEvent[]> {
  const { rows } = await ctx.db.execute<ReleasedEvent>(sql`
    select id, type from local_stripe.events
    where is_held and case when ${scopeOf(email)} = '*'
      then email not in (select scope from local_stripe.webhook_rules where is_held)
      else email = ${scopeOf(email)} end
    order by seq`);
  return rows;
}
