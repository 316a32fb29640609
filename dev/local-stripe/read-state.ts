import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import type { Outcome } from "./delivery-queue";
import type { EventType } from "./objects/event";
import type { Kind, Objects } from "./store";

/** What became of an event: one attempt for each try, with an outcome for each copy that was sent. */
type EventState = {
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
  warnings: Objects["radar.early_fraud_warning"][];
  events: EventState[];
};

/** Everything that is kept, or what belongs to one customer, in the order of its creation. */
export async function readState(db: Queryable, email?: string): Promise<LocalStripeState> {
  const [objects, events] = await Promise.all([allObjects(db, email), allEvents(db, email)]);
  const ofKind = <K extends Kind>(kind: K) =>
    objects.filter((row) => row.kind === kind).map(({ body }) => body as Objects[K]);
  return {
    sessions: ofKind("checkout.session"),
    lineItems: ofKind("item"),
    intents: ofKind("payment_intent"),
    charges: ofKind("charge"),
    refunds: ofKind("refund"),
    disputes: ofKind("dispute"),
    warnings: ofKind("radar.early_fraud_warning"),
    events,
  };
}

const ofCustomer = (email: string | undefined) =>
  email === undefined ? sql`true` : sql`email = ${email.toLowerCase()}`;

async function allObjects(db: Queryable, email: string | undefined) {
  const { rows } = await db.execute<{ kind: Kind; body: Objects[Kind] }>(sql`
    select kind, body from local_stripe.objects where ${ofCustomer(email)} order by seq`);
  return rows;
}

async function allEvents(db: Queryable, email: string | undefined): Promise<EventState[]> {
  const { rows } = await db.execute<EventState>(sql`
    select id, type, subject, is_held as "isHeld", delivered_at is not null as "isDelivered", attempts
    from local_stripe.events where ${ofCustomer(email)} order by seq`);
  return rows;
}
