import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { ApiError, noSuchObject } from "../api-error";
import { type Context, nowInSeconds } from "../context";
import { type EventCause, type EventType, recordEvent } from "../events";
import type { CustomerObject } from "../objects/customer";
import { findObject, type Kind, type Objects, insertObject, saveObject } from "../store";

/** Work on what belongs to one customer, at one time. */
export type BillingWork = {
  ctx: Context;
  tx: Queryable;
  customerId: string;
  email: string;
  /** The time in seconds. */
  now: number;
  causedBy: EventCause;
};

type Start = { ctx: Context; tx: Queryable; causedBy?: EventCause };

/** Lets changes of subscriptions and invoices happen one after the other. */
export const lockBilling = (tx: Queryable) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('local_stripe billing'))`);

/** Begins work for a customer: now, or at the time at which something was due. */
export async function beginWork({ ctx, tx, causedBy = null }: Start, id: string, at?: number): Promise<BillingWork> {
  await lockBilling(tx);
  const customer = await requireCustomer(tx, id);
  const email = customer.email?.toLowerCase() ?? "";
  return { ctx, tx, customerId: id, email, now: at ?? nowInSeconds(ctx), causedBy };
}

/** Returns a customer who has not been deleted. */
export async function requireCustomer(tx: Queryable, id: string): Promise<CustomerObject> {
  const customer = (await findObject(tx, "customer", id))?.body;
  if (!customer) throw noSuchObject("customer", id, "customer");
  if (customer.deleted)
    throw new ApiError(`No such customer: '${id}'`, { code: "resource_missing", param: "customer" });
  return customer;
}

export async function announce(
  work: BillingWork,
  type: EventType,
  object: { id: string },
  previousAttributes?: Record<string, unknown>,
): Promise<void> {
  const { ctx, tx, email, causedBy, now } = work;
  await recordEvent(ctx, tx, {
    type,
    object,
    email,
    causedBy,
    created: now,
    ...(previousAttributes && { previousAttributes }),
  });
}

/** Saves a new object of the customer. */
export async function add<K extends Kind>(
  { tx, email }: BillingWork,
  kind: K,
  body: Objects[K],
  hidden: Record<string, unknown> = {},
): Promise<void> {
  await insertObject(tx, kind, { body, sessionId: "", email, hidden });
}

/** Saves what has changed in the customer, and tells of it. */
export async function changeCustomer(work: BillingWork, changes: Partial<CustomerObject>): Promise<CustomerObject> {
  const before = await requireCustomer(work.tx, work.customerId);
  const customer = { ...before, ...changes };
  const previous = previousOf(before, customer);
  if (!previous) return before;
  await saveObject(work.tx, customer);
  await announce(work, "customer.updated", customer, previous);
  return customer;
}

/** Returns the former values of the fields that differ; undefined if none does. */
export function previousOf<T extends object>(before: T, after: T): Record<string, unknown> | undefined {
  const entries = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify((after as Record<string, unknown>)[key]),
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
