import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";

export type ClaimedEvent = { id: string; payload: string; copies: number; tries: number };

export type Outcome = { status: number } | { error: string };

/** Longer than the receiver may take to answer, so that no process claims an event that is still being sent. */
const claimSeconds = 15;

/** As the real API. */
const giveUpAfter = "3 days";

export async function claimDueEvents(db: Queryable, limit: number): Promise<ClaimedEvent[]> {
  if (limit <= 0) return [];
  const { rows } = await db.execute<ClaimedEvent & { seq: number }>(sql`
    update local_stripe.events set claimed_until = now() + ${claimSeconds}::integer * interval '1 second'
    where id in (
      select id from local_stripe.events
      where delivered_at is null and not is_held and due_at <= now()
        and (claimed_until is null or claimed_until < now())
        and created_at > now() - ${giveUpAfter}::text::interval
      order by seq limit ${limit} for update skip locked)
    returning id, payload, copies, jsonb_array_length(attempts) as tries, seq::float8 as seq`);
  return rows.sort((one, other) => one.seq - other.seq);
}

/** Even if it was held or delivered before, unless it is being sent now. */
export async function claimEvent(db: Queryable, id: string, copies: number): Promise<ClaimedEvent | undefined> {
  const { rows } = await db.execute<ClaimedEvent>(sql`
    update local_stripe.events
    set claimed_until = now() + ${claimSeconds}::integer * interval '1 second', is_held = false, copies = ${copies}
    where id = ${id} and (claimed_until is null or claimed_until < now())
    returning id, payload, copies, jsonb_array_length(attempts) as tries`);
  return rows[0];
}

/** Accepted if every copy got a 2xx, otherwise due again later. Returns whether it was accepted. */
export async function recordAttempt(db: Queryable, event: ClaimedEvent, outcomes: Outcome[]): Promise<boolean> {
  const isAccepted = outcomes.every((outcome) => "status" in outcome && outcome.status >= 200 && outcome.status < 300);
  const attempt = JSON.stringify([{ at: new Date().toISOString(), outcomes }]);
  await db.execute(sql`
    update local_stripe.events set
      attempts = attempts || ${attempt}::text::jsonb,
      claimed_until = null,
      copies = 1,
      delivered_at = case when ${isAccepted} then now() else delivered_at end,
      due_at = now() + ${retryDelayMs(event.tries)}::integer * interval '1 millisecond'
    where id = ${event.id}`);
  return isAccepted;
}

export function retryDelayMs(failedTries: number): number {
  return Math.min(250 * 2 ** failedTries, 60_000);
}

/** Returns Infinity if none is waiting. */
export async function secondsUntilNextDue(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(greatest(due_at, claimed_until)) - now())::float8 as seconds
    from local_stripe.events
    where delivered_at is null and not is_held and created_at > now() - ${giveUpAfter}::text::interval`);
  return Math.max(rows[0]?.seconds ?? Infinity, 0);
}
