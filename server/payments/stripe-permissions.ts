import type Stripe from "stripe";

type StripePermission = {
  /** As the dashboard calls it where a restricted key is made. */
  name: string;
  /** The calls of the product, by the names of the SDK. A call that is no read needs the right to write. */
  calls: readonly string[];
  /** A call that is allowed by the same right and changes nothing: it reads, or is about nothing that exists. */
  probe: (client: Stripe, options: Stripe.RequestOptions) => Promise<unknown>;
  /** What does not work without it. */
  need: "selling" | "memberships" | "the back office";
};

const one = { limit: 1 };

/** What the product asks of Stripe. */
export const stripePermissions: StripePermission[] = [
  {
    name: "Checkout Sessions",
    calls: [
      "checkout.sessions.create",
      "checkout.sessions.expire",
      "checkout.sessions.list",
      "checkout.sessions.retrieve",
    ],
    need: "selling",
    probe: ({ checkout }, options) => checkout.sessions.expire("cs_none", {}, options),
  },
  {
    name: "Refunds",
    calls: ["refunds.create", "refunds.list", "refunds.retrieve"],
    need: "selling",
    probe: ({ refunds }, options) => refunds.update("re_none", {}, options),
  },
  {
    name: "Customers",
    calls: ["customers.create", "customers.del", "customers.list", "customers.retrieve", "customers.update"],
    need: "memberships",
    probe: ({ customers }, options) => customers.update("cus_none", {}, options),
  },
  {
    name: "Products",
    calls: ["products.create", "products.update"],
    need: "memberships",
    probe: ({ products }, options) => products.update("prod_none", {}, options),
  },
  {
    name: "Prices",
    calls: ["prices.create", "prices.list", "prices.retrieve"],
    need: "memberships",
    probe: ({ prices }, options) => prices.update("price_none", {}, options),
  },
  {
    name: "Subscriptions",
    calls: [
      "subscriptionSchedules.release",
      "subscriptionSchedules.retrieve",
      "subscriptions.cancel",
      "subscriptions.retrieve",
      "subscriptions.update",
    ],
    need: "memberships",
    probe: ({ subscriptions }, options) => subscriptions.update("sub_none", {}, options),
  },
  {
    name: "Customer portal",
    calls: [
      "billingPortal.configurations.create",
      "billingPortal.configurations.list",
      "billingPortal.configurations.update",
      "billingPortal.sessions.create",
    ],
    need: "memberships",
    probe: ({ billingPortal }, options) => billingPortal.configurations.update("bpc_none", {}, options),
  },
  {
    name: "Invoices",
    calls: ["invoicePayments.list", "invoices.list", "invoices.retrieve"],
    need: "memberships",
    probe: ({ invoices }, options) => invoices.list(one, options),
  },
  {
    name: "Charges",
    calls: ["charges.retrieve"],
    need: "selling",
    probe: ({ charges }, options) => charges.list(one, options),
  },
  {
    name: "PaymentIntents",
    calls: ["paymentIntents.list", "paymentIntents.retrieve"],
    need: "selling",
    probe: ({ paymentIntents }, options) => paymentIntents.list(one, options),
  },
  {
    name: "Disputes",
    calls: ["disputes.list", "disputes.retrieve"],
    need: "selling",
    probe: ({ disputes }, options) => disputes.list(one, options),
  },
  {
    name: "Radar’s early fraud warnings",
    calls: ["radar.earlyFraudWarnings.list", "radar.earlyFraudWarnings.retrieve"],
    need: "selling",
    probe: ({ radar }, options) => radar.earlyFraudWarnings.list(one, options),
  },
  {
    name: "Payouts",
    calls: ["payouts.list"],
    need: "the back office",
    probe: ({ payouts }, options) => payouts.list(one, options),
  },
  {
    name: "Balance transaction sources",
    calls: ["balance.retrieve", "balanceTransactions.list"],
    need: "the back office",
    probe: ({ balanceTransactions }, options) => balanceTransactions.list(one, options),
  },
  {
    name: "Webhook endpoints",
    calls: ["webhookEndpoints.create", "webhookEndpoints.list"],
    need: "the back office",
    probe: ({ webhookEndpoints }, options) => webhookEndpoints.list(one, options),
  },
  {
    name: "Account",
    calls: ["accounts.retrieveCurrent"],
    need: "the back office",
    probe: ({ accounts }, options) => accounts.retrieveCurrent({}, options),
  },
];

/** Returns what a restricted key has to have of a permission. */
export const accessOf = ({ calls }: StripePermission): "read" | "write" =>
  calls.every((call) => /\.(list|retrieve\w*)$/.test(call)) ? "read" : "write";

/** Prints the permissions that a restricted key needs: those to write, then those to read. */
export function printPermissions(permissions: StripePermission[]): string {
  const named = (access: "read" | "write") =>
    permissions.filter((permission) => accessOf(permission) === access).map(({ name }) => name);
  const list = (names: string[]) => names.join(", ").replace(/, ([^,]+)$/, " and $1");
  return (["write", "read"] as const)
    .map((access) => ({ access, names: named(access) }))
    .filter(({ names }) => names.length > 0)
    .map(({ access, names }) => `to ${access} ${list(names)}`)
    .join(", and ");
}
