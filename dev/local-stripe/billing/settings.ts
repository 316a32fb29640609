import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";

/** What the account does with a subscription whose payment failed at each try. */
export type AfterRetries = "cancel" | "unpaid" | "past_due";

export async function setAfterRetries(db: Queryable, value: AfterRetries): Promise<void> {
  await db.execute(sql`
    insert into local_stripe.billing_settings (name, value)
    values ('after_retries', ${JSON.stringify(value)}::text::jsonb)
    on conflict (name) do update set value = excluded.value`);
}

export async function findAfterRetries(db: Queryable): Promise<AfterRetries> {
  const { rows } = await db.execute<{ value: AfterRetries }>(sql`
    select value from local_stripe.billing_settings where name = 'after_retries'`);
  return rows[0]?.value ?? "cancel";
}
