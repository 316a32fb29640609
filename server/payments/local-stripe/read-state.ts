import type { Outcome } from "./delivery-queue";
import type { EventType } from "./objects/event";
import type { Queryable } from "./schema";
import type { Kind, Objects } from "./store";

/** What became of an event: one attempt for each try, with an outcome for each copy that was sent. */
export type EventState = {
  id: string;
  type: EventType;
  /** The id of the object that the event is about. */
  subject: string;
  isHeld: boolean;
  isDelivered: boolean;
  attempts: { at: string; outcomes: Outcome[] }[];
};

export type LocalStripeState = {
  sessions: Objects["checkout.session"][];
  lineItems: Objects["item"][];
  intents: Objects["payment_intent"][];
  charges: Objects["charge"][];
  refunds: Objects["refund"][];
  events: EventState[];
};

/** Everything that is kept, or what belongs to one customer, in the order of its creation. */
export async function readState(sql: Queryable, email?: string): Promise<LocalStripeState> {
  const [sessions, lineItems, intents, charges, refunds, events] = await Promise.all([
    allOf(sql, "checkout.session", email),
    allOf(sql, "item", email),
    allOf(sql, "payment_intent", email),
    allOf(sql, "charge", email),
    allOf(sql, "refund", email),
    allEvents(sql, email),
  ]);
  return { sessions, lineItems, intents, charges, refunds, events };
}

const ofCustomer = (sql: Queryable, email: string | undefined) =>
  email === undefined ? sql`true` : sql`email = ${email.toLowerCase()}`;

async function allOf<K extends Kind>(sql: Queryable, kind: K, email: string | undefined): Promise<Objects[K][]> {
  const rows = await sql<{ body: Objects[K] }[]>`
    select body from local_stripe.objects where kind = ${kind} and ${ofCustomer(sql, email)} order by seq`;
  return rows.map((row) => row.body);
}

async function allEvents(sql: Queryable, email: string | undefined): Promise<EventState[]> {
  return sql<EventState[]>`
    select id, type, subject, is_held as "isHeld", delivered_at is not null as "isDelivered", attempts
    from local_stripe.events where ${ofCustomer(sql, email)} order by seq`;
}
