import type Stripe from "stripe";
import { newId, randomText } from "../ids";

export type PortalSessionObject = Stripe.BillingPortal.Session;

/** What a portal page is limited to, and where it leads when that is done. */
type PortalFlow = { subscription: string; returnUrl: string };

type NewPortalSession = {
  siteUrl: string;
  customer: string;
  configuration: string;
  returnUrl: string | null;
  flow: PortalFlow | null;
  created: number;
};

export const buildPortalSession = (made: NewPortalSession): PortalSessionObject => ({
  id: newId("portalSession"),
  object: "billing_portal.session",
  configuration: made.configuration,
  created: made.created,
  customer: made.customer,
  customer_account: null,
  flow: made.flow && buildFlow(made.flow),
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: made.returnUrl,
  url: `${made.siteUrl}/dev/stripe/portal/test_${randomText(40)}`,
});

const buildFlow = ({ subscription, returnUrl }: PortalFlow): Stripe.BillingPortal.Session.Flow => ({
  after_completion: {
    hosted_confirmation: null,
    redirect: { return_url: returnUrl },
    type: "redirect",
  },
  customer_update: null,
  subscription_cancel: null,
  subscription_pause: null,
  subscription_update: { subscription },
  subscription_update_confirm: null,
  type: "subscription_update",
});
