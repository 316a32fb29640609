import { type InvoiceObject, subscriptionOf } from "../objects/invoice";
import type { SubscriptionObject } from "../objects/subscription";
import { cancelSubscription } from "./cancel-subscription";
import { collect, isGivenUp } from "./collect";
import { finalizeInvoice, voidInvoice } from "./invoices";
import { type KeptInvoice, latestInvoiceOf, requireInvoice, saveInvoice } from "./kept-invoice";
import { requireSubscription, saveSubscription } from "./kept-subscription";
import type { BillingWork } from "./work";

type Collecting = Parameters<typeof collect>[2];

/** Tries to collect an invoice; its subscription follows. */
export async function collectAndFollow(work: BillingWork, kept: KeptInvoice, attempt?: Collecting) {
  const collection = await collect(work, kept, attempt);
  await followInvoice(work, collection.invoice.body);
  if (isGivenUp(collection.invoice, work.now)) await giveUp(work, collection.invoice);
  return collection;
}

/** Finalizes an invoice and tries to collect it. That of a subscription whose collection is paused is void. */
export async function finalizeAndCollect(work: BillingWork, draft: KeptInvoice, attempt?: Collecting) {
  const { body } = await requireSubscription(work.tx, subscriptionOf(draft.body));
  const kept = await finalizeInvoice(work, draft);
  if (kept.body.status === "paid") {
    await followInvoice(work, kept.body);
    return { result: "paid" as const, invoice: kept };
  }
  if (body.pause_collection) return { result: "paused" as const, invoice: await voidInvoice(work, kept) };
  return collectAndFollow(work, kept, attempt);
}

/** Sets a subscription's status by its newest invoice. */
async function followInvoice(work: BillingWork, invoice: InvoiceObject): Promise<void> {
  const { body, state } = await requireSubscription(work.tx, subscriptionOf(invoice));
  const latest = await latestInvoiceOf(work.tx, body.id);
  const status = latest ? statusAfter(body, latest) : body.status;
  if (status !== body.status) await saveSubscription(work, body, { body: { ...body, status }, state });
}

function statusAfter({ status }: SubscriptionObject, latest: InvoiceObject): SubscriptionObject["status"] {
  const isPaid = latest.status === "paid";
  if (status === "past_due") return isPaid ? "active" : status;
  return status === "active" && !isPaid && latest.attempted ? "past_due" : status;
}

/** Ends the attempts to collect an invoice, and its subscription, as the account is set. */
export async function giveUp(work: BillingWork, { body: { id } }: KeptInvoice): Promise<void> {
  const { body, state } = await requireInvoice(work.tx, id);
  await saveInvoice(work, body, { body: { ...body, auto_advance: false }, state: { ...state, giveUpAt: null } });
  const kept = await requireSubscription(work.tx, subscriptionOf(body));
  if (kept.body.status === "past_due") await cancelSubscription(work, kept, "payment_failed");
}
