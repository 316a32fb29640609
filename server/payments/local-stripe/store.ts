import type { SessionObject } from "./objects/checkout-session";
import type { ChargeObject } from "./objects/charge";
import type { LineItemObject } from "./objects/line-item";
import type { IntentObject } from "./objects/payment-intent";
import type { RefundObject } from "./objects/refund";
import type { Queryable } from "./schema";

/** What is kept, by the name that the API gives it. */
export type Objects = {
  "checkout.session": SessionObject;
  item: LineItemObject;
  payment_intent: IntentObject;
  charge: ChargeObject;
  refund: RefundObject;
};
export type Kind = keyof Objects;

/** Everything belongs to one session and, through it, to one customer's e-mail address (empty when there is none). */
export type Owner = { sessionId: string; email: string };

export type Kept<K extends Kind> = Owner & { body: Objects[K]; hidden: Record<string, unknown> };

export async function insertObject<K extends Kind>(
  sql: Queryable,
  kind: K,
  { body, sessionId, email, hidden = {} }: Owner & { body: Objects[K]; hidden?: Record<string, unknown> },
): Promise<void> {
  await sql`
    insert into local_stripe.objects (id, kind, session_id, email, body, hidden)
    values (${body.id}, ${kind}, ${sessionId}, ${email},
      ${JSON.stringify(body)}::text::jsonb, ${JSON.stringify(hidden)}::text::jsonb)`;
}

export async function saveObject(sql: Queryable, body: { id: string }): Promise<void> {
  await sql`update local_stripe.objects set body = ${JSON.stringify(body)}::text::jsonb where id = ${body.id}`;
}

export async function findObject<K extends Kind>(sql: Queryable, kind: K, id: string): Promise<Kept<K> | undefined> {
  const [row] = await sql<Kept<K>[]>`
    select session_id as "sessionId", email, body, hidden
    from local_stripe.objects where id = ${id} and kind = ${kind}`;
  return row;
}

/** As `findObject`, but nobody else can lock or change the row until the transaction ends. */
export async function lockObject<K extends Kind>(tx: Queryable, kind: K, id: string): Promise<Kept<K> | undefined> {
  const [row] = await tx<Kept<K>[]>`
    select session_id as "sessionId", email, body, hidden
    from local_stripe.objects where id = ${id} and kind = ${kind} for update`;
  return row;
}

/** Whom an object belongs to, whatever its kind. */
export async function findOwner(sql: Queryable, id: string): Promise<Owner | undefined> {
  const [row] = await sql<Owner[]>`
    select session_id as "sessionId", email from local_stripe.objects where id = ${id}`;
  return row;
}
