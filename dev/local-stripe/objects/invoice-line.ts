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

/** What an invoice charges for an item: its whole period, or what is left of it at another price. */
export type NewLine = {
  item: ItemObject;
  amount: number;
  period: Period;
  description: string;
  isProration: boolean;
};

/** Returns what is charged for a whole period, which is free during a trial. */
export const periodLine = (item: ItemObject, product: string, period: Period, { isTrial = false } = {}): NewLine => ({
  item,
  amount: isTrial ? 0 : item.price.unit_amount,
  period,
  description: isTrial ? `Trial period for ${product}` : `1 × ${product} (at ${rateOf(item.price)})`,
  isProration: false,
});

export const buildLine = (
  invoice: string,
  { item, amount, period, description, isProration }: NewLine,
): InvoiceLineObject => ({
  id: newId("invoiceLine"),
  object: "line_item",
  amount,
  currency: item.price.currency,
  description,
  discount_amounts: [],
  discountable: !isProration,
  discounts: [],
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: isProration,
      proration_details: { credited_items: null },
      subscription: item.subscription,
      subscription_item: item.id,
    },
    type: "subscription_item_details",
  },
  period,
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: item.price.id, product: item.price.product },
    type: "price_details",
    unit_amount_decimal: item.price.unit_amount_decimal,
  },
  quantity: 1,
  quantity_decimal: "1",
  subscription: item.subscription,
  subtotal: amount,
  taxes: [],
});
