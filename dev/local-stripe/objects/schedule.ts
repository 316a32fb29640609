import type Stripe from "stripe";
import { newId } from "../ids";
import { itemOf, periodOf, type SubscriptionObject } from "./subscription";

/** References are ids until they are expanded. */
export type ScheduleObject = Stripe.SubscriptionSchedule & {
  customer: string;
  subscription: string | null;
};

type NewPhase = {
  start: number;
  end: number;
  price: string;
  trialEnd?: number | null;
  proration?: "create_prorations" | "none" | undefined;
  anchor?: "automatic" | "phase_start" | undefined;
};

/** Builds the schedule of a subscription, whose one phase is the present period. */
export function buildSchedule(subscription: SubscriptionObject, created: number): ScheduleObject {
  const { start, end } = periodOf(subscription);
  const price = itemOf(subscription).price.id;
  return {
    id: newId("schedule"),
    object: "subscription_schedule",
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created,
    current_phase: { end_date: end, start_date: start },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [buildPhase({ start, end, price, trialEnd: trialEndOf(subscription) }, subscription.currency)],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
    test_clock: null,
  };
}

/** Returns the end of the trial that goes on. */
const trialEndOf = ({ status, trial_end: end }: SubscriptionObject): number | null =>
  status === "trialing" ? end : null;

export const buildPhase = (
  { start, end, price, trialEnd = null, proration = "create_prorations", anchor }: NewPhase,
  currency: string,
): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: anchor ?? null,
  billing_thresholds: null,
  collection_method: null,
  currency,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity: 1,
      tax_rates: [],
    },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: proration,
  start_date: start,
  transfer_data: null,
  trial_end: trialEnd,
});

/** Returns the schedule as having left its subscription to go on as it is. */
export const releasedSchedule = (schedule: ScheduleObject, at: number): ScheduleObject => ({
  ...schedule,
  current_phase: null,
  released_at: at,
  released_subscription: schedule.subscription,
  status: "released",
  subscription: null,
});
