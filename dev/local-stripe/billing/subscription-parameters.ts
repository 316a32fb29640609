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
  end_behavior: z.strictObject({ missing_payment_method: z.enum(["cancel", "create_invoice"]) }),
});
const billingMode = z.strictObject({ type: z.enum(["flexible"]) });
const trialEnd = z.union([z.literal("now"), timestamp]);

const itemFields = { price: text.optional(), quantity, metadata: metadata.optional() };
const changedItem = z.strictObject({ ...itemFields, id: text });
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
  trial_end: trialEnd.optional(),
  cancel_at_period_end: boolean.optional(),
  cancel_at: z.union([nothing, timestamp]).optional(),
  cancellation_details: z
    .strictObject({
      comment: z.union([nothing, text]).optional(),
      feedback: z.union([nothing, z.enum(feedbacks)]).optional(),
    })
    .optional(),
  metadata: emptyMetadata,
  pause_collection: z
    .union([
      nothing,
      z.strictObject({
        behavior: z.enum(["void"]),
        resumes_at: timestamp.optional(),
      }),
    ])
    .optional(),
  payment_behavior: paymentBehavior.optional(),
  ...expand,
});
export type SubscriptionUpdate = z.output<typeof subscriptionUpdate>;

/** The parameters of subscriptions and of sessions that start them. */
export const subscriptionSchemas = {
  session,
  subscriptionUpdate,
  subscription: z.strictObject({
    customer: text,
    items: list(z.strictObject({ ...itemFields, price: text })),
    trial_period_days: atLeast(1).optional(),
    trial_settings: trialSettings.optional(),
    metadata: metadata.optional(),
    ...expand,
  }),
  subscriptions: z.strictObject({
    ...dated,
    ...expand,
    customer: text.optional(),
    status: z.enum(statuses).optional(),
  }),
  cancellation: z.strictObject({
    cancellation_details: subscriptionUpdate.shape.cancellation_details,
    invoice_now: z.literal("false").optional(),
    prorate: z.literal("false").optional(),
    ...expand,
  }),
};
