import type { Queryable } from "@db/client";
import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { noSuchObject } from "./api-error";
import type { BalanceTransactionObject } from "./objects/balance-transaction";
import type { ChargeObject } from "./objects/charge";
import type { LineItemObject, SessionObject } from "./objects/checkout-session";
import type { CustomerObject } from "./objects/customer";
import type { DisputeObject, FraudWarningObject } from "./objects/dispute";
import type { InvoiceObject, InvoicePaymentObject } from "./objects/invoice";
import type { IntentObject } from "./objects/payment-intent";
import type { PaymentMethodObject } from "./objects/payment-method";
import type { PayoutObject } from "./objects/payout";
import type { ConfigurationObject } from "./objects/portal-configuration";
import type { PortalSessionObject } from "./objects/portal-session";
import type { PriceObject, ProductObject } from "./objects/price";
import type { RefundObject } from "./objects/refund";
import type { ScheduleObject } from "./objects/schedule";
import type { SubscriptionObject } from "./objects/subscription";
import type { PageParameters } from "./parameters";

export type Objects = {
  "checkout.session": SessionObject;
  item: LineItemObject;
  payment_intent: IntentObject;
  charge: ChargeObject;
  refund: RefundObject;
  dispute: DisputeObject;
  balance_transaction: BalanceTransactionObject;
  payout: PayoutObject;
  "radar.early_fraud_warning": FraudWarningObject;
  customer: CustomerObject;
  payment_method: PaymentMethodObject;
  product: ProductObject;
  price: PriceObject;
  subscription: SubscriptionObject;
  subscription_schedule: ScheduleObject;
  invoice: InvoiceObject;
  invoice_payment: InvoicePaymentObject;
  "billing_portal.configuration": ConfigurationObject;
  "billing_portal.session": PortalSessionObject;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
export type Kind = keyof Objects;

/** `email` is empty if there is none. */
export type Payer = { sessionId: string; email: string };

export type KeptObject<K extends Kind> = Payer & { body: Objects[K]; hidden: Record<string, unknown> };

export async function insertObject<K extends Kind>(
  db: Queryable,
  kind: K,
  { body, sessionId, email, hidden = {} }: Payer & { body: Objects[K]; hidden?: Record<string, unknown> },
): Promise<void> {
  await db.execute(sql`
    insert into local_stripe.objects (id, kind, session_id, email, body, hidden)
    values (${body.id}, ${kind}, ${sessionId}, ${email},
      ${JSON.stringify(body)}::text::jsonb, ${JSON.stringify(hidden)}::text::jsonb)`);
}

export type NewObject = Payer & { kind: Kind; body: Objects[Kind] };

/** Inserts objects in one statement, in their order. */
export async function insertObjects(db: Queryable, rows: NewObject[]): Promise<void> {
  await db.execute(sql`
    insert into local_stripe.objects (id, kind, session_id, email, body, hidden)
    select object -> 'body' ->> 'id', object ->> 'kind', object ->> 'sessionId', object ->> 'email', object -> 'body', '{}'
    from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) with ordinality as given (object, place)
    order by place`);
}

/** Finds an object of any kind, for references that may lead to several. */
export async function findAny(db: Queryable, id: string): Promise<Objects[Kind] | undefined> {
  const { rows } = await db.execute<{ body: Objects[Kind] }>(sql`
    select body from local_stripe.objects where id = ${id}`);
  return rows[0]?.body;
}

export async function saveObject(db: Queryable, body: { id: string }, hidden?: Record<string, unknown>): Promise<void> {
  await db.execute(sql`
    update local_stripe.objects set body = ${JSON.stringify(body)}::text::jsonb
      ${hidden ? sql`, hidden = ${JSON.stringify(hidden)}::text::jsonb` : sql``}
    where id = ${body.id}`);
}

export async function deleteObject(db: Queryable, id: string): Promise<void> {
  await db.execute(sql`delete from local_stripe.objects where id = ${id}`);
}

export async function findObject<K extends Kind>(
  db: Queryable,
  kind: K,
  id: string,
): Promise<KeptObject<K> | undefined> {
  const { rows } = await db.execute<KeptObject<K>>(sql`
    select session_id as "sessionId", email, body, hidden
    from local_stripe.objects where id = ${id} and kind = ${kind}`);
  return rows[0];
}

export async function lockObject<K extends Kind>(
  tx: Queryable,
  kind: K,
  id: string,
): Promise<KeptObject<K> | undefined> {
  const { rows } = await tx.execute<KeptObject<K>>(sql`
    select session_id as "sessionId", email, body, hidden
    from local_stripe.objects where id = ${id} and kind = ${kind} for update`);
  return rows[0];
}

export async function findPayer(db: Queryable, id: string): Promise<Payer | undefined> {
  const { rows } = await db.execute<Payer>(sql`
    select session_id as "sessionId", email from local_stripe.objects where id = ${id}`);
  return rows[0];
}

type ObjectList<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

type Listing<K extends Kind> = {
  kind: K;
  url: string;
  page?: PageParameters;
  sessionId?: string;
  /** The values to look for; undefined means any value. */
  where?: Record<string, unknown>;
  whereHidden?: Record<string, unknown>;
  /** A further condition. */
  and?: SQL;
  oldestFirst?: boolean;
};

/** Lists objects, newest first by default. Throws if the cursor is no object of this kind. */
export async function listObjects<K extends Kind>(db: Queryable, listing: Listing<K>): Promise<ObjectList<Objects[K]>> {
  const { kind, url, page = {}, sessionId, oldestFirst = false } = listing;
  const limit = page.limit ?? 10;
  const isBackwards = page.ending_before !== undefined;
  const cursor = page.starting_after ?? page.ending_before;
  if (cursor !== undefined) await requireCursor(db, kind, cursor, isBackwards);
  const isAscending = oldestFirst !== isBackwards;
  const past = isAscending ? sql`>` : sql`<`;
  const { rows } = await db.execute<{ body: Objects[K] }>(sql`
    select body from local_stripe.objects
    where kind = ${kind}
      ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
      ${cursor === undefined ? sql`` : sql`and seq ${past} (select seq from local_stripe.objects where id = ${cursor})`}
      ${createdWithin(page.created)}
      and body @> ${JSON.stringify(listing.where ?? {})}::text::jsonb
      and hidden @> ${JSON.stringify(listing.whereHidden ?? {})}::text::jsonb
      ${listing.and ? sql`and ${listing.and}` : sql``}
    order by seq ${isAscending ? sql`asc` : sql`desc`} limit ${limit + 1}`);
  const data = rows.slice(0, limit).map((row) => row.body);
  if (isBackwards) data.reverse();
  return { object: "list", data, has_more: rows.length > limit, url };
}

async function requireCursor(db: Queryable, kind: Kind, id: string, isBackwards: boolean): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from local_stripe.objects where id = ${id} and kind = ${kind}`);
  if (rows.length === 0) throw noSuchObject(kind, id, isBackwards ? "ending_before" : "starting_after");
}

function createdWithin(created: PageParameters["created"]) {
  if (created === undefined) return sql``;
  const { gt, gte, lt, lte } =
    typeof created === "number" ? { gt: undefined, gte: created, lt: undefined, lte: created } : created;
  const at = sql`(body ->> 'created')::bigint`;
  return sql`
    ${gt === undefined ? sql`` : sql`and ${at} > ${gt}`} ${gte === undefined ? sql`` : sql`and ${at} >= ${gte}`}
    ${lt === undefined ? sql`` : sql`and ${at} < ${lt}`} ${lte === undefined ? sql`` : sql`and ${at} <= ${lte}`}`;
}
