import { z } from "zod";
import { dated, fields } from "../parameters";

const { atLeast, boolean, email, expand, integer, list, metadata, nothing, text, textUpTo, webAddress } = fields;

const feedbacks = [
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
] as const;
const statuses = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

const timestamp = integer;
const quantity = atLeast(0).optional();
const emptyMetadata = z.union([nothing, metadata]).optional();
const prorationBehavior = z.enum(["always_invoice", "create_prorations", "none"]);
const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(["cancel", "create_invoice", "pause"]) }),
});
const paymentSettings = z.strictObject({ save_default_payment_method: z.enum(["off", "on_subscription"]).optional() });
const billingMode = z.strictObject({ type: z.enum(["flexible"]) });
const trialEnd = z.union([z.literal("now"), timestamp]);
const cancelAt = z.union([z.enum(["max_period_end", "min_period_end"]), timestamp]);

const itemFields = { price: text.optional(), quantity, metadata: metadata.optional() };
const changedItem = z.strictObject({ ...itemFields, id: text.optional(), deleted: boolean.optional() });
const paymentBehavior = z.enum(["allow_incomplete", "error_if_incomplete"]);

const session = z.strictObject({
  mode: z.enum(["subscription"]),
  ui_mode: z.enum(["hosted_page"]).optional(),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  line_items: list(z.strictObject({ price: text, quantity: atLeast(1) })),
  customer: text.optional(),
  customer_email: email.optional(),
  client_reference_id: textUpTo(200).optional(),
  expires_at: timestamp.optional(),
  locale: text.optional(),
  allowed_payment_method_types: list(z.enum(["card"])).optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(["false"]) }).optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: textUpTo(500).optional(),
      trial_period_days: atLeast(1).optional(),
      trial_end: timestamp.optional(),
      trial_settings: trialSettings.optional(),
      billing_mode: billingMode.optional(),
    })
    .optional(),
  ...expand,
});
export type SubscribingSessionParameters = z.output<typeof session>;

const subscriptionUpdate = z.strictObject({
  items: list(changedItem).optional(),
  proration_behavior: prorationBehavior.optional(),
  proration_date: timestamp.optional(),
  billing_cycle_anchor: z.enum(["now", "unchanged"]).optional(),
  trial_end: trialEnd.optional(),
  trial_settings: trialSettings.optional(),
  cancel_at_period_end: boolean.optional(),
  cancel_at: z.union([nothing, cancelAt]).optional(),
  cancellation_details: z
    .strictObject({
      comment: z.union([nothing, text]).optional(),
      feedback: z.union([nothing, z.enum(feedbacks)]).optional(),
    })
    .optional(),
  default_payment_method: text.optional(),
  description: z.union([nothing, textUpTo(500)]).optional(),
  metadata: emptyMetadata,
  pause_collection: z
    .union([
      nothing,
      z.strictObject({
        behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
        resumes_at: timestamp.optional(),
      }),
    ])
    .optional(),
  payment_behavior: paymentBehavior.optional(),
  payment_settings: paymentSettings.optional(),
  off_session: boolean.optional(),
  collection_method: z.enum(["charge_automatically"]).optional(),
  ...expand,
});
export type SubscriptionUpdate = z.output<typeof subscriptionUpdate>;

const preview = z.strictObject({
  customer: text.optional(),
  subscription: text,
  preview_mode: z.enum(["next"]).optional(),
  subscription_details: z
    .strictObject({
      items: list(changedItem).optional(),
      proration_behavior: prorationBehavior.optional(),
      proration_date: timestamp.optional(),
      billing_cycle_anchor: z.enum(["now", "unchanged"]).optional(),
      trial_end: trialEnd.optional(),
    })
    .optional(),
  ...expand,
});

const phase = z.strictObject({
  items: list(z.strictObject({ price: text, quantity: atLeast(1).optional() })),
  start_date: z.union([z.literal("now"), timestamp]).optional(),
  end_date: timestamp.optional(),
  duration: z
    .strictObject({ interval: z.enum(["day", "week", "month", "year"]), interval_count: atLeast(1).optional() })
    .optional(),
  trial_end: timestamp.optional(),
  proration_behavior: z.enum(["none"]).optional(),
  billing_cycle_anchor: z.enum(["automatic", "phase_start"]).optional(),
});

/** The parameters of subscriptions, of their schedules and of sessions that start them. */
export const subscriptionSchemas = {
  session,
  preview,
  subscriptionUpdate,
  subscription: z.strictObject({
    customer: text,
    items: list(z.strictObject({ ...itemFields, price: text })),
    default_payment_method: text.optional(),
    trial_period_days: atLeast(1).optional(),
    trial_end: trialEnd.optional(),
    trial_settings: trialSettings.optional(),
    payment_behavior: paymentBehavior.optional(),
    payment_settings: paymentSettings.optional(),
    billing_mode: billingMode.optional(),
    collection_method: z.enum(["charge_automatically"]).optional(),
    off_session: boolean.optional(),
    description: textUpTo(500).optional(),
    metadata: metadata.optional(),
    ...expand,
  }),
  subscriptions: z.strictObject({
    ...dated,
    ...expand,
    customer: text.optional(),
    price: text.optional(),
    test_clock: text.optional(),
    status: z.enum(statuses).optional(),
  }),
  cancellation: z.strictObject({
    cancellation_details: subscriptionUpdate.shape.cancellation_details,
    invoice_now: z.literal("false").optional(),
    prorate: z.literal("false").optional(),
    ...expand,
  }),
  resumption: z.strictObject({
    billing_cycle_anchor: z.enum(["now"]).optional(),
    proration_behavior: z.enum(["none"]).optional(),
    ...expand,
  }),
  schedule: z.strictObject({ from_subscription: text, ...expand }),
  scheduleUpdate: z.strictObject({
    phases: list(phase),
    end_behavior: z.enum(["release"]).optional(),
    proration_behavior: z.enum(["none"]).optional(),
    metadata: emptyMetadata,
    ...expand,
  }),
};
