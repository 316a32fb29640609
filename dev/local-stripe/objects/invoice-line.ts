import type Stripe from "stripe";
import { newId } from "../ids";
import { rateOf } from "./price";
import type { ItemObject, Period } from "./subscription";

type PricingObject = Omit<Stripe.InvoiceLineItem.Pricing, "unit_amount_decimal"> & { unit_amount_decimal: string };

/** The API sends decimals as text; the client converts them. */
export type InvoiceLineObject = Omit<Stripe.InvoiceLineItem, "pricing" | "quantity_decimal"> & {
  pricing: PricingObject;
  quantity_decimal: string;
};

export type InvoiceItemObject = Omit<Stripe.InvoiceItem, "pricing" | "quantity_decimal"> & {
  pricing: PricingObject;
  quantity_decimal: string;
  customer: string;
  invoice: string | null;
};

/** What was charged for an item's present period, so that what is unused can be credited. */
export type Debit = Period & { amount: number } & DebitPlace;

/** Where a debit stands: on an invoice, or pending until the next one. */
type DebitPlace = { invoice: string; line: string } | { invoiceItem: string };

/** Builds the line of an item for a whole period, which is free during a trial. */
export function buildPeriodLine(
  invoice: string,
  item: ItemObject,
  product: string,
  period: Period,
  { isTrial }: { isTrial: boolean },
): InvoiceLineObject {
  const amount = isTrial ? 0 : item.price.unit_amount * item.quantity;
  return buildLine(invoice, {
    currency: item.price.currency,
    subscription: item.subscription,
    subscriptionItem: item.id,
    pricing: pricingOf(item),
    quantity: item.quantity,
    amount,
    period,
    description: isTrial ? `Trial period for ${product}` : `${item.quantity} × ${product} (at ${rateOf(item.price)})`,
    invoiceItem: null,
    creditedItems: null,
  });
}

/** Builds the line by which an invoice charges or credits a pending invoice item. */
export const lineOfInvoiceItem = (invoice: string, pending: InvoiceItemObject): InvoiceLineObject =>
  buildLine(invoice, {
    currency: pending.currency,
    subscription: pending.parent?.subscription_details?.subscription ?? "",
    subscriptionItem: pending.parent?.subscription_details?.subscription_item ?? "",
    amount: pending.amount,
    period: pending.period,
    description: pending.description ?? "",
    invoiceItem: pending.id,
    creditedItems: pending.proration_details?.credited_items?.invoice_line_item_details ?? null,
    pricing: pending.pricing,
    quantity: pending.quantity,
  });

type CreditedItems = Stripe.InvoiceLineItem.Parent.SubscriptionItemDetails.ProrationDetails.CreditedItems;

type NewLine = {
  currency: string;
  subscription: string;
  subscriptionItem: string;
  amount: number;
  period: Period;
  description: string;
  invoiceItem: string | null;
  creditedItems: CreditedItems | null;
  pricing: PricingObject;
  quantity: number;
};

function buildLine(invoice: string, line: NewLine): InvoiceLineObject {
  const isProration = line.invoiceItem !== null;
  return {
    id: newId("invoiceLine"),
    object: "line_item",
    amount: line.amount,
    currency: line.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.invoiceItem,
        proration: isProration,
        proration_details: { credited_items: line.creditedItems },
        subscription: line.subscription,
        subscription_item: line.subscriptionItem,
      },
      type: "subscription_item_details",
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: line.pricing,
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: [],
  };
}

type NewInvoiceItem = {
  item: ItemObject;
  customer: { id: string };
  amount: number;
  period: Period;
  description: string;
  date: number;
  /** The charge that is credited. */
  credited?: Debit;
};

export const buildInvoiceItem = ({ item, customer, amount, ...made }: NewInvoiceItem): InvoiceItemObject => ({
  id: newId("invoiceItem"),
  object: "invoiceitem",
  amount,
  currency: item.price.currency,
  customer: customer.id,
  customer_account: null,
  date: made.date,
  description: made.description,
  discountable: false,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  net_amount: amount,
  parent: {
    subscription_details: { subscription: item.subscription, subscription_item: item.id },
    type: "subscription_details",
  },
  period: made.period,
  pricing: pricingOf(item),
  proration: true,
  proration_details: { credited_items: made.credited ? creditedBy(made.credited) : null, discount_amounts: [] },
  quantity: item.quantity,
  quantity_decimal: String(item.quantity),
  tax_rates: [],
  test_clock: null,
});

const pricingOf = ({ price }: ItemObject): PricingObject => ({
  price_details: { price: price.id, product: price.product },
  type: "price_details",
  unit_amount_decimal: price.unit_amount_decimal,
});

const creditedBy = (debit: Debit): Stripe.InvoiceItem.ProrationDetails.CreditedItems =>
  "invoice" in debit
    ? {
        invoice_line_item_details: { invoice: debit.invoice, invoice_line_items: [debit.line] },
        type: "invoice_line_items",
      }
    : { invoice_item: debit.invoiceItem, type: "invoice_item" };
