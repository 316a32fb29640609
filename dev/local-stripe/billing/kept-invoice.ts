import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import { noSuchObject } from "../api-error";
import type { EventType } from "../events";
import type { InvoiceObject } from "../objects/invoice";
import { type KeptObject, lockObject, saveObject } from "../store";
import { announce, type BillingWork, previousOf } from "./work";

/** An invoice and what the API does not show of it. */
export type KeptInvoice = { body: InvoiceObject; state: InvoiceState };

type InvoiceState = {
  /** The payment intent, from the invoice's finalization on. */
  intent?: string;
  /** When a payment that waits for its authentication is given up. */
  giveUpAt?: number | null;
};

export async function requireInvoice(tx: Queryable, id: string): Promise<KeptInvoice> {
  const kept = await lockObject(tx, "invoice", id);
  if (!kept) throw noSuchObject("invoice", id, "invoice");
  return keptInvoice(kept);
}

const keptInvoice = ({ body, hidden }: KeptObject<"invoice">): KeptInvoice => ({ body, state: hidden });

/** Saves an invoice, with the time at which something happens to it, and tells of what has changed. */
export async function saveInvoice(
  work: BillingWork,
  before: InvoiceObject,
  kept: KeptInvoice,
  types: readonly EventType[] = [],
): Promise<KeptInvoice> {
  await saveObject(work.tx, kept.body, hiddenOf(kept));
  const previous = previousOf(before, kept.body);
  if (previous) await announce(work, "invoice.updated", kept.body, previous);
  for (const type of types) await announce(work, type, kept.body);
  return kept;
}

/** Returns what is kept beside the object. */
export const hiddenOf = ({ body, state }: KeptInvoice) => ({ ...state, dueAt: dueAt({ body, state }) });

function dueAt({ body, state }: KeptInvoice): number | null {
  if (!body.auto_advance) return null;
  if (body.status === "draft") return body.automatically_finalizes_at;
  return body.status === "open" ? (body.next_payment_attempt ?? state.giveUpAt ?? null) : null;
}

/** Returns the newest invoice of a subscription that was finalized and counts. */
export async function latestInvoiceOf(tx: Queryable, subscription: string): Promise<InvoiceObject | undefined> {
  const { rows } = await tx.execute<{ body: InvoiceObject }>(sql`
    select body from local_stripe.objects
    where ${isOfSubscription(subscription)} and body ->> 'status' in ('open', 'paid')
    order by seq desc limit 1`);
  return rows[0]?.body;
}

export async function openInvoicesOf(tx: Queryable, subscription: string): Promise<KeptInvoice[]> {
  const { rows } = await tx.execute<KeptObject<"invoice">>(sql`
    select session_id as "sessionId", email, body, hidden from local_stripe.objects
    where ${isOfSubscription(subscription)} and body ->> 'status' in ('draft', 'open') order by seq`);
  return rows.map(keptInvoice);
}

const isOfSubscription = (id: string) =>
  sql`kind = 'invoice' and body #>> '{parent,subscription_details,subscription}' = ${id}`;
