import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";

/** How events are sent from now on: those of one customer, or all. */
export type WebhookRule = {
  email?: string | undefined;
  /** Keeps them back until `release`. */
  hold?: boolean | undefined;
  /** Waits before the first try. */
  delayMs?: number | undefined;
  /** Sends each so many times, at the same time. */
  repeat?: number | undefined;
};

/** E-mail addresses are compared in lower case; all events together go under `*`. */
export const scopeOf = (email: string | undefined) => email?.toLowerCase() ?? "*";

export async function setWebhookRule(db: Queryable, rule: WebhookRule): Promise<void> {
  const { email, hold = false, delayMs = 0, repeat = 1 } = rule;
  await db.execute(sql`
    insert into local_stripe.webhook_rules (scope, is_held, delay_ms, copies)
    values (${scopeOf(email)}, ${hold}, ${delayMs}, ${repeat})
    on conflict (scope) do update set
      is_held = excluded.is_held, delay_ms = excluded.delay_ms, copies = excluded.copies`);
}

export async function dropWebhookRule(db: Queryable, email: string | undefined): Promise<void> {
  await db.execute(sql`delete from local_stripe.webhook_rules where scope = ${scopeOf(email)}`);
}

type FoundRule = { hold: boolean; delayMs: number; repeat: number };

/** The customer's own rule, else the one for all, else delivery at once. */
export async function findWebhookRule(db: Queryable, email: string): Promise<FoundRule> {
  const { rows } = await db.execute<FoundRule>(sql`
    select is_held as hold, delay_ms as "delayMs", copies as repeat
    from local_stripe.webhook_rules where scope in (${email}, '*') order by scope = '*' limit 1`);
  return rows[0] ?? { hold: false, delayMs: 0, repeat: 1 };
}
