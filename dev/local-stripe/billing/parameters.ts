import { z } from "zod";
import { fields, page } from "../parameters";

const { atLeast, boolean, currency, email, expand, integer, list, metadata, nothing, text, textUpTo, webAddress } =
  fields;

const trialSettings = z.strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.enum(["cancel"]) }) });
const one = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === "object" && value ? Object.values(value) : value), z.tuple([item]));

const session = z.strictObject({
  mode: z.enum(["subscription"]),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  line_items: one(z.strictObject({ price: text, quantity: z.literal("1") })),
  customer: text,
  client_reference_id: textUpTo(200).optional(),
  expires_at: integer.optional(),
  allowed_payment_method_types: list(z.enum(["card"])).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(["false"]) }).optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_period_days: atLeast(1).optional(),
      trial_settings: trialSettings.optional(),
    })
    .optional(),
  ...expand,
});
export type SubscribingSessionParameters = z.output<typeof session>;

const subscriptionUpdate = z.strictObject({
  items: one(z.strictObject({ id: text, price: text })).optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  trial_end: integer.optional(),
  cancel_at_period_end: boolean.optional(),
  // Only the portal names a day, which can be taken back.
  cancel_at: nothing.optional(),
  cancellation_details: z.strictObject({ comment: text }).optional(),
  metadata: metadata.optional(),
  pause_collection: z.union([nothing, z.strictObject({ behavior: z.enum(["void"]) })]).optional(),
});
export type SubscriptionUpdate = z.output<typeof subscriptionUpdate>;

/** The parameters of the routes of Billing: what the site sends. What is not named here is refused by its name. */
export const billingSchemas = {
  session,
  subscriptionUpdate,
  nothing: z.strictObject({}),
  customer: z.strictObject({
    email: email.optional(),
    name: textUpTo(256).optional(),
    metadata: metadata.optional(),
    payment_method: text.optional(),
    invoice_settings: z.strictObject({ default_payment_method: text }).optional(),
  }),
  customerUpdate: z.strictObject({ email: email.optional(), name: textUpTo(256).optional() }),
  customers: z.strictObject({ ...page, email: text.optional() }),
  product: z.strictObject({
    id: z
      .string()
      .regex(/^[\w-]{1,255}$/, "an id of letters, digits, - and _")
      .optional(),
    name: textUpTo(250),
    description: textUpTo(40_000).optional(),
    metadata: metadata.optional(),
  }),
  productUpdate: z.strictObject({
    name: textUpTo(250).optional(),
    description: z.union([nothing, textUpTo(40_000)]).optional(),
  }),
  price: z.strictObject({
    currency,
    unit_amount: atLeast(1),
    product: text,
    recurring: z
      .strictObject({ interval: z.enum(["month", "year"]), interval_count: atLeast(1).optional() })
      .optional(),
    lookup_key: textUpTo(200).optional(),
    transfer_lookup_key: boolean.optional(),
    metadata: metadata.optional(),
  }),
  prices: z.strictObject({
    ...page,
    active: boolean.optional(),
    product: text.optional(),
    lookup_keys: list(text).optional(),
  }),
  invoices: z.strictObject({
    ...page,
    subscription: text.optional(),
    status: z.enum(["draft", "open", "paid", "void"]).optional(),
  }),
  invoicePayments: z.strictObject({
    ...page,
    invoice: text.optional(),
    status: z.enum(["open", "paid", "canceled"]).optional(),
    payment: z.strictObject({ type: z.enum(["payment_intent"]), payment_intent: text }).optional(),
  }),
  subscription: z.strictObject({
    customer: text,
    items: one(z.strictObject({ price: text })),
    trial_period_days: atLeast(1).optional(),
    trial_settings: trialSettings.optional(),
    metadata: metadata.optional(),
  }),
  subscriptions: z.strictObject({
    ...page,
    customer: text.optional(),
    status: z.enum(["active", "all", "canceled", "past_due", "trialing"]).optional(),
  }),
};
