import type Stripe from "stripe";
import { newId, randomText } from "../ids";

export type PortalSessionObject = Stripe.BillingPortal.Session;

/** What a portal page is limited to, and where it leads when that is done. */
type PortalFlow = {
  type: "payment_method_update" | "subscription_cancel" | "subscription_update";
  subscription: string | null;
  returnUrl: string | null;
};

type NewPortalSession = {
  siteUrl: string;
  customer: string;
  configuration: string | undefined;
  returnUrl: string | null;
  locale: string | null;
  flow: PortalFlow | null;
  created: number;
};

/** The configuration that an account has of its own, once it is saved in the dashboard. */
const defaultConfiguration = "bpc_1localStripeConfiguration";

export const buildPortalSession = (made: NewPortalSession): PortalSessionObject => ({
  id: newId("portalSession"),
  object: "billing_portal.session",
  configuration: made.configuration ?? defaultConfiguration,
  created: made.created,
  customer: made.customer,
  customer_account: null,
  flow: made.flow && buildFlow(made.flow),
  livemode: false,
  locale: made.locale,
  on_behalf_of: null,
  return_url: made.returnUrl,
  url: `${made.siteUrl}/dev/stripe/portal/test_${randomText(40)}`,
});

const buildFlow = ({ type, subscription, returnUrl }: PortalFlow): Stripe.BillingPortal.Session.Flow => ({
  after_completion: {
    hosted_confirmation: null,
    redirect: returnUrl === null ? null : { return_url: returnUrl },
    type: returnUrl === null ? "portal_homepage" : "redirect",
  },
  customer_update: null,
  subscription_cancel: type === "subscription_cancel" && subscription ? { retention: null, subscription } : null,
  subscription_pause: null,
  subscription_update: type === "subscription_update" && subscription ? { subscription } : null,
  subscription_update_confirm: null,
  type,
});
