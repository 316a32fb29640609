import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { minimumCharge } from "../amounts";
import { newId, randomText } from "../ids";
import { type BillingReason, buildInvoice, buildInvoicePayment, type InvoiceObject } from "../objects/invoice";
import { buildLine, type NewLine } from "../objects/invoice-line";
import { buildIntent, canceledIntent } from "../objects/payment-intent";
import { findObject, listObjects, saveObject } from "../store";
import { hiddenOf, type KeptInvoice, saveInvoice } from "./kept-invoice";
import type { KeptSubscription } from "./kept-subscription";
import { add, announce, type BillingWork, changeCustomer, requireCustomer } from "./work";

type Draft = { reason: BillingReason; lines: NewLine[]; finalizesAt: number; since?: number };

/** Makes a draft of what is charged. Returns it and the subscription with what was charged for it. */
export async function draftInvoice(
  work: BillingWork,
  { body, state }: KeptSubscription,
  { reason, lines, finalizesAt, since = work.now }: Draft,
): Promise<{ invoice: KeptInvoice; kept: KeptSubscription }> {
  const customer = await requireCustomer(work.tx, work.customerId);
  const id = newId("invoice");
  const invoice = buildInvoice({
    id,
    subscription: body,
    customer,
    lines: lines.map((line) => buildLine(id, line)),
    reason,
    finalizesAt,
    since,
    created: work.now,
  });
  const kept = { body: invoice, state: {} };
  await add(work, "invoice", invoice, hiddenOf(kept));
  await announce(work, "invoice.created", invoice);
  const charged = lines.findLast(({ amount }) => amount >= 0);
  const debit = charged && { ...charged.period, amount: charged.amount };
  return {
    invoice: kept,
    kept: { body: { ...body, latest_invoice: id }, state: { ...state, ...(debit && { debit }) } },
  };
}

export async function productNames(tx: Queryable, ids: string[]): Promise<Record<string, string>> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select id, body ->> 'name' as name from local_stripe.objects
    where kind = 'product' and id = any(${sql.param(ids)}::text[])`);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Returns what is due after the customer's balance, and the balance after it. Too little to charge is kept as owed. */
export function dueAfterBalance({ total, currency }: Pick<InvoiceObject, "total" | "currency">, balance: number) {
  const sum = total + balance;
  const isCharged = sum >= (minimumCharge[currency] ?? 0);
  return { due: isCharged ? sum : 0, balance: isCharged ? 0 : sum };
}

/** Returns an invoice with what is due after the customer's balance. */
function withBalance(invoice: InvoiceObject, balance: number): InvoiceObject {
  const after = dueAfterBalance(invoice, balance);
  return {
    ...invoice,
    amount_due: after.due,
    amount_remaining: after.due,
    starting_balance: balance,
    ending_balance: after.balance,
  };
}

/** Finalizes a draft: its number, its amount and its payment intent are set. What costs nothing is paid by that. */
export async function finalizeInvoice(work: BillingWork, { body: draft, state }: KeptInvoice): Promise<KeptInvoice> {
  const { tx, now, ctx } = work;
  const customer = await requireCustomer(tx, work.customerId);
  const priced = withBalance(draft, customer.balance);
  const sequence = customer.next_invoice_sequence;
  await changeCustomer(work, {
    balance: priced.ending_balance ?? 0,
    currency: draft.currency,
    next_invoice_sequence: sequence + 1,
  });
  const token = `test_${randomText(40)}`;
  const open: InvoiceObject = {
    ...priced,
    automatically_finalizes_at: null,
    auto_advance: true,
    effective_at: now,
    hosted_invoice_url: `${ctx.siteUrl}/dev/stripe/invoice/${token}`,
    invoice_pdf: `${ctx.siteUrl}/dev/stripe/invoice/${token}?pdf`,
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  };
  if (open.amount_due === 0) {
    const finalized = await saveInvoice(work, draft, { body: open, state }, ["invoice.finalized"]);
    return saveInvoice(work, open, { body: paidInvoice(finalized.body, now), state }, paidEvents);
  }
  const page = { amount_total: open.amount_due, currency: open.currency, allowed_payment_method_types: null };
  const intent = {
    ...buildIntent({ ...page, customer: customer.id }, { description: "Subscription payment" }, work.now),
    metadata: {},
    setup_future_usage: "off_session" as const,
  };
  await add(work, "payment_intent", intent);
  await add(work, "invoice_payment", buildInvoicePayment(open, intent.id, now));
  await announce(work, "payment_intent.created", intent);
  return saveInvoice(work, draft, { body: open, state: { ...state, intent: intent.id } }, ["invoice.finalized"]);
}

export const paidEvents = ["invoice.paid", "invoice.payment_succeeded"] as const satisfies string[];

/** Returns the invoice as paid. */
export const paidInvoice = (invoice: InvoiceObject, at: number): InvoiceObject => ({
  ...invoice,
  amount_paid: invoice.amount_due,
  amount_remaining: 0,
  attempted: true,
  auto_advance: false,
  next_payment_attempt: null,
  status: "paid",
  status_transitions: { ...invoice.status_transitions, paid_at: at },
});

/** Voids an invoice: nothing is owed any more, and the balance that it used is given back. */
export async function voidInvoice(work: BillingWork, { body, state }: KeptInvoice): Promise<KeptInvoice> {
  const used = body.starting_balance - (body.ending_balance ?? body.starting_balance);
  if (used !== 0) {
    const { balance } = await requireCustomer(work.tx, work.customerId);
    await changeCustomer(work, { balance: balance + used });
  }
  await cancelIntent(work, body, state);
  const voided: InvoiceObject = {
    ...closedInvoice(body),
    status: "void",
    status_transitions: { ...body.status_transitions, voided_at: work.now },
  };
  return saveInvoice(work, body, { body: voided, state }, ["invoice.voided"]);
}

/** Returns the invoice without further attempts to collect it. */
export const closedInvoice = (invoice: InvoiceObject): InvoiceObject => ({
  ...invoice,
  auto_advance: false,
  automatically_finalizes_at: null,
  next_payment_attempt: null,
});

async function cancelIntent(
  work: BillingWork,
  body: InvoiceObject,
  { intent: id }: KeptInvoice["state"],
): Promise<void> {
  const intent = id ? (await findObject(work.tx, "payment_intent", id))?.body : undefined;
  if (!intent || intent.status === "succeeded") return;
  const canceled = canceledIntent(intent, work.now, "void_invoice");
  await saveObject(work.tx, canceled);
  await announce(work, "payment_intent.canceled", canceled);
  const where = { invoice: body.id, status: "open" };
  const { data } = await listObjects(work.tx, { kind: "invoice_payment", url: "/v1/invoice_payments", where });
  for (const payment of data) {
    const ended = { ...payment, status: "canceled", status_transitions: { canceled_at: work.now, paid_at: null } };
    await saveObject(work.tx, ended);
  }
}
