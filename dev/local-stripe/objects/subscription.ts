import type Stripe from "stripe";
import { newId } from "../ids";
import { type InnerList, innerList } from "./list";
import type { PriceObject, Recurrence } from "./price";

type PlanObject = Omit<Stripe.Plan, "amount_decimal"> & { amount_decimal: string };

export type ItemObject = Omit<Stripe.SubscriptionItem, "plan" | "price" | "quantity"> & {
  plan: PlanObject;
  price: PriceObject;
  quantity: number;
};

/** References are ids until they are expanded. */
export type SubscriptionObject = Omit<Stripe.Subscription, "items"> & {
  customer: string;
  default_payment_method: string | null;
  items: InnerList<ItemObject>;
  latest_invoice: string | null;
  schedule: string | null;
};

export type Period = { start: number; end: number };

type NewSubscription = {
  id: string;
  customer: string;
  item: ItemObject;
  created: number;
  anchor: number;
  trialEnd: number | null;
  paymentMethod: string | null;
  metadata: Record<string, string>;
  missingPaymentMethod: "cancel" | "create_invoice";
};

export function buildSubscription(made: NewSubscription): SubscriptionObject {
  const { id, created, item, trialEnd } = made;
  return {
    id,
    object: "subscription",
    ...unusedFeatures,
    billing_cycle_anchor: made.anchor,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: created },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created,
    currency: item.price.currency,
    customer: made.customer,
    default_payment_method: made.paymentMethod,
    description: null,
    ended_at: null,
    items: innerList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    metadata: made.metadata,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    schedule: null,
    start_date: created,
    status: trialEnd === null ? "active" : "trialing",
    test_clock: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: made.missingPaymentMethod },
    },
    trial_start: trialEnd === null ? null : created,
  };
}

type NewItem = {
  id?: string;
  subscription: string;
  price: PriceObject;
  created: number;
  period: Period;
};

export const buildItem = ({ id, subscription, price, created, period }: NewItem): ItemObject => ({
  id: id ?? newId("subscriptionItem"),
  object: "subscription_item",
  billing_thresholds: null,
  created,
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price,
  quantity: 1,
  subscription,
  tax_rates: [],
});

/** Returns the recurrence of a price that is paid again and again. */
export function recurrenceOf({ recurring }: PriceObject): Recurrence {
  if (!recurring) throw new Error("the local Stripe found a price that is paid once in a subscription");
  return { interval: recurring.interval as Recurrence["interval"], interval_count: recurring.interval_count };
}

/** Returns the one item of a subscription. */
export function itemOf({ items }: Pick<SubscriptionObject, "items">): ItemObject {
  const [item] = items.data;
  if (!item) throw new Error("the local Stripe found a subscription without an item");
  return item;
}

export function periodOf(subscription: SubscriptionObject): Period {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  return { start, end };
}

/** Returns the subscription with another period. */
export const inPeriod = (subscription: SubscriptionObject, { start, end }: Period): SubscriptionObject => ({
  ...subscription,
  ...(subscription.cancel_at_period_end && { cancel_at: end }),
  items: {
    ...subscription.items,
    data: subscription.items.data.map((item) => ({ ...item, current_period_start: start, current_period_end: end })),
  },
});

/** Builds the old form of a price, which each item still has. */
const planOf = (price: PriceObject): PlanObject => ({
  id: price.id,
  object: "plan",
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: "per_unit",
  created: price.created,
  currency: price.currency,
  ...recurrenceOf(price),
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: "licensed",
});

const unusedFeatures = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  managed_payments: { enabled: false },
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  transfer_data: null,
} satisfies Partial<SubscriptionObject>;
