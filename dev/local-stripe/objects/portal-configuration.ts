import type Stripe from "stripe";
import { newId } from "../ids";

export type ConfigurationObject = Stripe.BillingPortal.Configuration;

type Features = ConfigurationObject["features"];

/** What a configuration may say; the rest is as a new one of Stripe's has it. */
export type AskedFeatures = {
  isCancelEnabled: boolean;
  /** Null if plans can't be changed. */
  update: Pick<Features["subscription_update"], "products" | "schedule_at_period_end" | "trial_update_behavior"> | null;
};

type NewConfiguration = {
  features: AskedFeatures;
  returnUrl: string | null;
  metadata: Record<string, string>;
  created: number;
};

export const buildConfiguration = (made: NewConfiguration): ConfigurationObject => ({
  id: newId("portalConfiguration"),
  object: "billing_portal.configuration",
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: made.created,
  default_return_url: made.returnUrl,
  features: buildFeatures(made.features),
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: made.metadata,
  name: null,
  updated: made.created,
});

export const buildFeatures = ({ isCancelEnabled, update }: AskedFeatures): Features => ({
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: isCancelEnabled,
    mode: "at_period_end",
    proration_behavior: "none",
  },
  subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: update ? ["price"] : [],
    enabled: update !== null,
    products: update?.products ?? [],
    proration_behavior: update ? "always_invoice" : "none",
    schedule_at_period_end: update?.schedule_at_period_end ?? { conditions: [] },
    trial_update_behavior: update?.trial_update_behavior ?? "end_trial",
  },
});
