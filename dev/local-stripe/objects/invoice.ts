import type Stripe from "stripe";
import { newId } from "../ids";
import type { CustomerObject } from "./customer";
import type { InvoiceLineObject } from "./invoice-line";
import { type InnerList, innerList } from "./list";
import type { SubscriptionObject } from "./subscription";

/** References are ids until they are expanded. */
export type InvoiceObject = Omit<Stripe.Invoice, "lines"> & {
  customer: string;
  default_payment_method: string | null;
  lines: InnerList<InvoiceLineObject>;
  auto_advance: boolean;
};

export type BillingReason = "subscription_create" | "subscription_cycle" | "subscription_update";

type NewInvoice = {
  id: string;
  subscription: SubscriptionObject;
  customer: CustomerObject;
  lines: InvoiceLineObject[];
  reason: BillingReason;
  created: number;
  finalizesAt: number;
  /** The beginning of the period in which something could be added to it: the one before what it charges for. */
  since: number;
};

/** Builds a draft. The customer's balance is taken into account when it is finalized. */
export function buildInvoice({ id, subscription, customer, lines, reason, ...made }: NewInvoice): InvoiceObject {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(total + customer.balance, 0);
  return {
    id,
    object: "invoice",
    ...unusedFeatures,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: made.finalizesAt,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: made.created,
    currency: subscription.currency,
    ...customerFields(customer),
    default_payment_method: null,
    description: subscription.description,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: innerList(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: made.finalizesAt,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: made.created,
    period_start: made.since,
    starting_balance: customer.balance,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_excluding_tax: total,
  };
}

const customerFields = (customer: CustomerObject) => ({
  customer: customer.id,
  customer_address: null,
  customer_email: customer.email,
  customer_name: customer.name ?? null,
  customer_phone: customer.phone ?? null,
  customer_shipping: null,
  customer_tax_exempt: "none" as const,
  customer_tax_ids: [],
});

export function subscriptionOf({ parent }: InvoiceObject): string {
  const subscription = parent?.subscription_details?.subscription;
  if (typeof subscription !== "string") throw new Error("the local Stripe found an invoice without a subscription");
  return subscription;
}

const unusedFeatures = {
  account_country: "GB",
  account_name: "Breathroom",
  account_tax_ids: null,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  custom_fields: null,
  customer_account: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: "self" },
  last_finalization_error: null,
  latest_revision: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<InvoiceObject>;

/** References are ids until they are expanded. */
export type InvoicePaymentObject = Stripe.InvoicePayment & { invoice: string };

export const buildInvoicePayment = (invoice: InvoiceObject, intent: string, created: number): InvoicePaymentObject => ({
  id: newId("invoicePayment"),
  object: "invoice_payment",
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent, type: "payment_intent" },
  status: "open",
  status_transitions: { canceled_at: null, paid_at: null },
});
