import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import type { SessionObject } from "./objects/checkout-session";
import type { ChargeObject } from "./objects/charge";
import type { DisputeObject } from "./objects/dispute";
import type { LineItemObject } from "./objects/line-item";
import type { IntentObject } from "./objects/payment-intent";
import type { FraudWarningObject } from "./objects/fraud-warning";
import type { RefundObject } from "./objects/refund";

/** What is kept, by the name that the API gives it. */
export type Objects = {
  "checkout.session": SessionObject;
  item: LineItemObject;
  payment_intent: IntentObject;
  charge: ChargeObject;
  refund: RefundObject;
  dispute: DisputeObject;
  "radar.early_fraud_warning": FraudWarningObject;
};
export type Kind = keyof Objects;

/** Everything belongs to one session and, through it, to one customer's e-mail address (empty when there is none). */
export type Owner = { sessionId: string; email: string };

export type Kept<K extends Kind> = Owner & { body: Objects[K]; hidden: Record<string, unknown> };

export async function insertObject<K extends Kind>(
  db: Queryable,
  kind: K,
  { body, sessionId, email, hidden = {} }: Owner & { body: Objects[K]; hidden?: Record<string, unknown> },
): Promise<void> {
  await db.execute(sql`
    insert into local_stripe.objects (id, kind, session_id, email, body, hidden)
    values (${body.id}, ${kind}, ${sessionId}, ${email},
      ${JSON.stringify(body)}::text::jsonb, ${JSON.stringify(hidden)}::text::jsonb)`);
}

export async function saveObject(db: Queryable, body: { id: string }): Promise<void> {
  await db.execute(
    sql`update local_stripe.objects set body = ${JSON.stringify(body)}::text::jsonb where id = ${body.id}`,
  );
}

export async function findObject<K extends Kind>(db: Queryable, kind: K, id: string): Promise<Kept<K> | undefined> {
  const { rows } = await db.execute<Kept<K>>(sql`
    select session_id as "sessionId", email, body, hidden
    from local_stripe.objects where id = ${id} and kind = ${kind}`);
  return rows[0];
}

/** As `findObject`, but nobody else can lock or change the row until the transaction ends. */
export async function lockObject<K extends Kind>(tx: Queryable, kind: K, id: string): Promise<Kept<K> | undefined> {
  const { rows } = await tx.execute<Kept<K>>(sql`
    select session_id as "sessionId", email, body, hidden
    from local_stripe.objects where id = ${id} and kind = ${kind} for update`);
  return rows[0];
}

/** Whom an object belongs to, whatever its kind. */
export async function findOwner(db: Queryable, id: string): Promise<Owner | undefined> {
  const { rows } = await db.execute<Owner>(sql`
    select session_id as "sessionId", email from local_stripe.objects where id = ${id}`);
  return rows[0];
}
