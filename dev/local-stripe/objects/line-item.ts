import type Stripe from "stripe";
import { newId } from "../ids";

/** Decimals are text on the wire; the client makes numbers of them. */
type PriceObject = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string };
export type LineItemObject = Omit<Stripe.LineItem, "price"> & { price: PriceObject };

type NewLineItem = { name: string; currency: string; unitAmount: number; quantity: number; created: number };

export function buildLineItem(given: NewLineItem): LineItemObject {
  const total = given.unitAmount * given.quantity;
  return {
    id: newId("lineItem"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: given.currency,
    description: given.name,
    metadata: null,
    price: buildPrice(given),
    quantity: given.quantity,
  };
}

/** A price that was given inline belongs to its one session: the real API makes it inactive from the start. */
function buildPrice({ currency, unitAmount, created }: NewLineItem): PriceObject {
  return {
    id: newId("price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId("product"),
    recurring: null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}
