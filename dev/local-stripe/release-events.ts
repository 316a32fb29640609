import { sql } from "drizzle-orm";
import type { Context } from "./context";
import type { Delivery } from "./delivery";
import { dropWebhookRule, scopeOf } from "./webhook-rules";

export type Release = {
  email?: string | undefined;
  /** As they happened, the other way round, or just these events, sent before or not, while a hold goes on. */
  order?: "created" | "reverse" | string[] | undefined;
  /** Sends each event so many times, at the same time. */
  repeat?: number | undefined;
  /** Waits so long before each event. */
  delayMs?: number | undefined;
};

export type ReleasedEvent = { id: string; type: string };

/** Sends held events one after the other, each after the one before was answered, and ends the hold (see `order`). */
export async function releaseEvents(ctx: Context, delivery: Delivery, release: Release): Promise<ReleasedEvent[]> {
  const { email, order = "created", repeat = 1, delayMs = 0 } = release;
  const isPicked = Array.isArray(order);
  const events = isPicked ? await eventsById(ctx, order) : await heldEvents(ctx, email);
  if (order === "reverse") events.reverse();
  for (const event of events) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    await delivery.send(event.id, repeat);
  }
  if (isPicked) return events;
  await dropWebhookRule(ctx.db, email);
  // What came in under the hold while the others were sent.
  for (const event of await heldEvents(ctx, email)) await delivery.send(event.id, 1);
  return events;
}

async function eventsById(ctx: Context, ids: string[]): Promise<ReleasedEvent[]> {
  const { rows } = await ctx.db.execute<ReleasedEvent>(
    sql`select id, type from local_stripe.events where id = any(${sql.param(ids)}::text[])`,
  );
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** A customer's own hold outlives the end of the one for all. */
async function heldEvents(ctx: Context, email: string | undefined): Promise<ReleasedEvent[]> {
  const { rows } = await ctx.db.execute<ReleasedEvent>(sql`
    select id, type from local_stripe.events
    where is_held and case when ${scopeOf(email)} = '*'
      then email not in (select scope from local_stripe.webhook_rules where is_held)
      else email = ${scopeOf(email)} end
    order by seq`);
  return rows;
}
