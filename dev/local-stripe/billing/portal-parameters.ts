import { z } from "zod";
import { fields, page } from "../parameters";

const { boolean, list, metadata, text, webAddress } = fields;

const feature = z.strictObject({ enabled: boolean });
const features = z.strictObject({
  customer_update: feature.optional(),
  invoice_history: feature.optional(),
  payment_method_update: feature.optional(),
  subscription_cancel: feature.optional(),
  subscription_update: z
    .strictObject({
      enabled: boolean,
      default_allowed_updates: list(z.enum(["price"])).optional(),
      // The other behaviours are not modelled.
      proration_behavior: z.enum(["always_invoice"]).optional(),
      products: list(z.strictObject({ product: text, prices: list(text) })).optional(),
      schedule_at_period_end: z
        .strictObject({
          conditions: list(z.strictObject({ type: z.enum(["decreasing_item_amount", "shortening_interval"]) })),
        })
        .optional(),
      trial_update_behavior: z.enum(["continue_trial", "end_trial"]).optional(),
    })
    .optional(),
});

/** The parameters of the routes of the customer portal. */
export const portalSchemas = {
  configuration: z.strictObject({ default_return_url: webAddress, metadata, features }),
  configurations: z.strictObject({ ...page, active: boolean.optional() }),
  session: z.strictObject({
    customer: text,
    configuration: text.optional(),
    return_url: webAddress.optional(),
    flow_data: z
      .strictObject({
        type: z.enum(["subscription_update"]),
        subscription_update: z.strictObject({ subscription: text }),
        after_completion: z.strictObject({
          type: z.enum(["redirect"]),
          redirect: z.strictObject({ return_url: webAddress }),
        }),
      })
      .optional(),
  }),
};
