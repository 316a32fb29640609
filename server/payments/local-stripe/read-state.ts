import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import type { Outcome } from "./delivery-queue";
import type { EventType } from "./objects/event";
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
  disputes: Objects["dispute"][];
  events: EventState[];
};

/** Everything that is kept, or what belongs to one customer, in the order of its creation. */
export async function readState(db: Queryable, email?: string): Promise<LocalStripeState> {
  const [sessions, lineItems, intents, charges, refunds, disputes, events] = await Promise.all([
    allOf(db, "checkout.session", email),
    allOf(db, "item", email),
    allOf(db, "payment_intent", email),
    allOf(db, "charge", email),
    allOf(db, "refund", email),
    allOf(db, "dispute", email),
    allEvents(db, email),
  ]);
  return { sessions, lineItems, intents, charges, refunds, disputes, events };
}

const ofCustomer = (email: string | undefined) =>
  email === undefined ? sql`true` : sql`email = ${email.toLowerCase()}`;

async function allOf<K extends Kind>(db: Queryable, kind: K, email: string | undefined): Promise<Objects[K][]> {
  const { rows } = await db.execute<{ body: Objects[K] }>(sql`
    select body from local_stripe.objects where kind = ${kind} and ${ofCustomer(email)} order by seq`);
  return rows.map((row) => row.body);
}

async function allEvents(db: Queryable, email: string | undefined): Promise<EventState[]> {
  const { rows } = await db.execute<EventState>(sql`
    select id, type, subject, is_held as "isHeld", delivered_at is not null as "isDelivered", attempts
    from local_stripe.events where ${ofCustomer(email)} order by seq`);
  return rows;
}
