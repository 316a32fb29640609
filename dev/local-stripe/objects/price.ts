import type Stripe from "stripe";
import { formatAmount } from "../amounts";
import { newId } from "../ids";

/** The API sends decimals as text; the client converts them. */
export type PriceObject = Omit<Stripe.Price, "product" | "unit_amount" | "unit_amount_decimal"> & {
  product: string;
  unit_amount: number;
  unit_amount_decimal: string;
};

/** How often a price is paid: every `interval_count` intervals. */
export type Recurrence = { interval: "month" | "year"; interval_count: number };

type NewPrice = {
  product: string;
  currency: string;
  unitAmount: number;
  created: number;
  recurrence?: Recurrence;
  lookupKey?: string | null;
  metadata?: Record<string, string>;
  isActive?: boolean;
};

export function buildPrice({ product, currency, unitAmount, created, recurrence, ...rest }: NewPrice): PriceObject {
  return {
    id: newId("price"),
    object: "price",
    active: rest.isActive ?? true,
    billing_scheme: "per_unit",
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: rest.lookupKey ?? null,
    metadata: rest.metadata ?? {},
    nickname: null,
    product,
    recurring: recurrence ? { ...recurrence, meter: null, trial_period_days: null, usage_type: "licensed" } : null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurrence ? "recurring" : "one_time",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

/** Builds the price of a line item. It belongs to one session, so the real API creates it inactive. */
export const buildInlinePrice = (price: { currency: string; unitAmount: number; created: number }): PriceObject =>
  buildPrice({ ...price, product: newId("product"), isActive: false });

/** Returns a price as Stripe writes it, such as "£20.00 / month". */
export function rateOf({ unit_amount, currency, recurring }: PriceObject): string {
  const amount = formatAmount(unit_amount, currency);
  if (!recurring) return amount;
  const { interval, interval_count: every } = recurring;
  return `${amount} / ${every > 1 ? `every ${every} ${interval}s` : interval}`;
}

export type ProductObject = Stripe.Product & { default_price: string | null };

type NewProduct = {
  id?: string;
  name: string;
  description?: string | null;
  created: number;
  metadata?: Record<string, string>;
};

export const buildProduct = ({ id, name, created, description = null, ...rest }: NewProduct): ProductObject => ({
  id: id ?? newId("product"),
  object: "product",
  active: true,
  created,
  default_price: null,
  description,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: rest.metadata ?? {},
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: "service",
  unit_label: null,
  updated: created,
  url: null,
});
