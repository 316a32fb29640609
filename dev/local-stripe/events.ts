import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { nowInSeconds, type Context } from "./context";
import { buildEvent, type EventObject, type NewEvent } from "./objects/event";
import { findWebhookRule } from "./webhook-rules";

/** Writes an event in the transaction of the change that it tells of; it is sent after the commit. */
export async function recordEvent(
  ctx: Context,
  tx: Queryable,
  given: Omit<NewEvent, "created"> & { email: string },
): Promise<void> {
  const event = buildEvent({ ...given, created: nowInSeconds(ctx) });
  const rule = await findWebhookRule(tx, given.email);
  await tx.execute(sql`
    insert into local_stripe.events (id, type, subject, email, payload, due_at, is_held, copies)
    values (${event.id}, ${event.type}, ${given.object.id}, ${given.email}, ${JSON.stringify(event)},
      clock_timestamp() + ${rule.delayMs}::integer * interval '1 millisecond', ${rule.hold}, ${rule.repeat})`);
}

/** The event as the API answers it: nothing is pending once it was accepted. */
export async function findEvent(db: Queryable, id: string): Promise<EventObject | undefined> {
  const { rows } = await db.execute<{ payload: string; isDelivered: boolean }>(sql`
    select payload, delivered_at is not null as "isDelivered" from local_stripe.events where id = ${id}`);
  const [row] = rows;
  if (!row) return undefined;
  const event = JSON.parse(row.payload) as EventObject;
  return { ...event, pending_webhooks: row.isDelivered ? 0 : 1 };
}
