import { z } from "zod";
import { dated, fields, page } from "../parameters";

const { atLeast, boolean, currency, email, expand, integer, list, metadata, nothing, text, textUpTo, webAddress } =
  fields;

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
const customerFields = {
  email: z.union([nothing, email]).optional(),
  name: z.union([nothing, textUpTo(256)]).optional(),
  phone: z.union([nothing, textUpTo(20)]).optional(),
  description: z.union([nothing, textUpTo(5000)]).optional(),
  metadata: emptyMetadata,
  preferred_locales: list(text).optional(),
  invoice_settings: z.strictObject({ default_payment_method: z.union([nothing, text]).optional() }).optional(),
  ...expand,
};

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
  proration_behavior: z.enum(["none"]).optional(),
});

/** The parameters of the routes of Billing. What is not named here is refused by its name. */
export const billingSchemas = {
  session,
  preview,
  subscriptionUpdate,
  customer: z.strictObject({ ...customerFields, test_clock: text.optional(), payment_method: text.optional() }),
  deletion: z.strictObject(expand),
  customerUpdate: z.strictObject(customerFields),
  customers: z.strictObject({ ...dated, ...expand, email: text.optional(), test_clock: text.optional() }),
  product: z.strictObject({
    id: z
      .string()
      .regex(/^[\w-]{1,255}$/, "an id of letters, digits, - and _")
      .optional(),
    name: textUpTo(250),
    description: textUpTo(40_000).optional(),
    active: boolean.optional(),
    metadata: metadata.optional(),
    ...expand,
  }),
  productUpdate: z.strictObject({
    name: textUpTo(250).optional(),
    description: z.union([nothing, textUpTo(40_000)]).optional(),
    active: boolean.optional(),
    metadata: emptyMetadata,
    default_price: text.optional(),
    ...expand,
  }),
  products: z.strictObject({ ...dated, ...expand, active: boolean.optional(), ids: list(text).optional() }),
  price: z.strictObject({
    currency,
    unit_amount: atLeast(0),
    product: text,
    recurring: z
      .strictObject({
        interval: z.enum(["day", "week", "month", "year"]),
        interval_count: atLeast(1).optional(),
        usage_type: z.enum(["licensed"]).optional(),
      })
      .optional(),
    lookup_key: textUpTo(200).optional(),
    transfer_lookup_key: boolean.optional(),
    nickname: textUpTo(5000).optional(),
    tax_behavior: z.enum(["exclusive", "inclusive", "unspecified"]).optional(),
    active: boolean.optional(),
    metadata: metadata.optional(),
    ...expand,
  }),
  priceUpdate: z.strictObject({
    active: boolean.optional(),
    metadata: emptyMetadata,
    nickname: z.union([nothing, textUpTo(5000)]).optional(),
    lookup_key: z.union([nothing, textUpTo(200)]).optional(),
    transfer_lookup_key: boolean.optional(),
    ...expand,
  }),
  prices: z.strictObject({
    ...{ ...dated, ...expand, active: boolean.optional(), product: text.optional(), currency: currency.optional() },
    lookup_keys: list(text).optional(),
    type: z.enum(["one_time", "recurring"]).optional(),
  }),
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
    ...{ ...dated, ...expand, customer: text.optional(), price: text.optional(), test_clock: text.optional() },
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
  invoices: z.strictObject({
    ...{ ...dated, ...expand, customer: text.optional(), subscription: text.optional() },
    status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  }),
  payment: z.strictObject({
    payment_method: text.optional(),
    off_session: boolean.optional(),
    paid_out_of_band: boolean.optional(),
    ...expand,
  }),
  finalization: z.strictObject({ auto_advance: boolean.optional(), ...expand }),
  invoiceLines: z.strictObject({ ...page, ...expand }),
  invoicePayments: z.strictObject({
    ...{ ...dated, ...expand, invoice: text.optional(), status: z.enum(["open", "paid", "canceled"]).optional() },
    payment: z.strictObject({ type: z.enum(["payment_intent"]), payment_intent: text }).optional(),
  }),
  invoiceItems: z.strictObject({
    ...{ ...dated, ...expand, customer: text.optional(), invoice: text.optional(), pending: boolean.optional() },
  }),
  attachment: z.strictObject({ customer: text, ...expand }),
  paymentMethods: z.strictObject({
    ...{ ...page, ...expand, customer: text.optional(), type: z.enum(["card"]).optional() },
  }),
  schedule: z.strictObject({ from_subscription: text, ...expand }),
  scheduleUpdate: z.strictObject({
    phases: list(phase),
    end_behavior: z.enum(["release"]).optional(),
    proration_behavior: z.enum(["none"]).optional(),
    ...expand,
  }),
  portalSession: z.strictObject({
    customer: text,
    return_url: webAddress.optional(),
    locale: text.optional(),
    flow_data: z
      .strictObject({
        type: z.enum(["payment_method_update", "subscription_cancel"]),
        subscription_cancel: z.strictObject({ subscription: text }).optional(),
        after_completion: z
          .strictObject({
            type: z.enum(["portal_homepage", "redirect"]),
            redirect: z.strictObject({ return_url: webAddress }).optional(),
          })
          .optional(),
      })
      .optional(),
    ...expand,
  }),
  testClock: z.strictObject({ frozen_time: timestamp, name: textUpTo(300).optional(), ...expand }),
  testClocks: z.strictObject({ ...page, ...expand }),
  advance: z.strictObject({ frozen_time: timestamp, ...expand }),
};
