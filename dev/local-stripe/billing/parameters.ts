import { z } from "zod";
import { dated, fields } from "../parameters";
import { subscriptionSchemas } from "./subscription-parameters";

const { atLeast, boolean, currency, email, expand, list, metadata, nothing, text, textUpTo } = fields;

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

/** The parameters of the routes of Billing. What is not named here is refused by its name. */
export const billingSchemas = {
  ...subscriptionSchemas,
  customer: z.strictObject({ ...customerFields, payment_method: text.optional() }),
  deletion: z.strictObject(expand),
  customers: z.strictObject({ ...dated, ...expand, email: text.optional() }),
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
  prices: z.strictObject({
    ...dated,
    ...expand,
    active: boolean.optional(),
    product: text.optional(),
    currency: currency.optional(),
    lookup_keys: list(text).optional(),
    type: z.enum(["one_time", "recurring"]).optional(),
  }),
  invoices: z.strictObject({
    ...dated,
    ...expand,
    customer: text.optional(),
    subscription: text.optional(),
    status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  }),
  invoicePayments: z.strictObject({
    ...dated,
    ...expand,
    invoice: text.optional(),
    status: z.enum(["open", "paid", "canceled"]).optional(),
    payment: z.strictObject({ type: z.enum(["payment_intent"]), payment_intent: text }).optional(),
  }),
};
