import type { InvoiceObject } from "../objects/invoice";
import type { SubscriptionObject } from "../objects/subscription";
import { voidInvoice } from "./invoices";
import { requireInvoice } from "./kept-invoice";
import { type KeptSubscription, requireSubscription, saveSubscription } from "./kept-subscription";
import { announce, type BillingWork } from "./work";

/** Applies an update whose invoice is paid, or discards one whose invoice is void. Returns whether the invoice is that of an update. */
export async function followPending(
  work: BillingWork,
  { body, state }: KeptSubscription,
  invoice: InvoiceObject,
): Promise<boolean> {
  const { pending, ...rest } = state;
  if (pending?.invoice !== invoice.id) return false;
  if (invoice.status !== "paid") {
    // That was taken back: it has not expired.
    if (invoice.status === "void") await clearPending(work, { body, state });
    return true;
  }
  const applied: SubscriptionObject = {
    ...body,
    billing_cycle_anchor: pending.anchor,
    items: pending.items,
    latest_invoice: invoice.id,
    pending_update: null,
  };
  await saveSubscription(work, body, { body: applied, state: { ...rest, debits: pending.debits } });
  if (body.pending_update) await announce(work, "customer.subscription.pending_update_applied", applied);
  return true;
}

/** Voids the invoice of an update that waits, and discards the update. */
export async function discardPending(work: BillingWork, kept: KeptSubscription): Promise<KeptSubscription> {
  const { pending } = kept.state;
  if (!pending) return kept;
  await voidInvoice(work, await requireInvoice(work.tx, pending.invoice));
  await announce(work, "customer.subscription.pending_update_expired", await clearPending(work, kept));
  return requireSubscription(work.tx, kept.body.id);
}

async function clearPending(work: BillingWork, { body, state }: KeptSubscription): Promise<SubscriptionObject> {
  const { pending: _, ...rest } = state;
  const cleared = { ...body, pending_update: null };
  await saveSubscription(work, body, { body: cleared, state: rest });
  return cleared;
}
