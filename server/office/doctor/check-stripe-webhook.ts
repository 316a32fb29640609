import Stripe from "stripe";
import { payoutEventTypes, stripeEventTypes } from "../../payments/handle-stripe-event";
import { readWebhookHealth } from "../../payments/webhook-tally";
import { callPatienceMs, fault, fine, type Finding, reasonOf, type Site, warning } from "./finding";

const once = { timeout: callPatienceMs, maxNetworkRetries: 0 };
const dashboard = "https://dashboard.stripe.com";
const webhookName = "Stripe webhook";
const addressFor = ({ settings }: Pick<Site, "settings">) => `${settings.siteUrl}/webhooks/stripe`;

/** Checks the endpoint at Stripe to which events are sent, and what has come from it. */
export async function checkWebhook(site: Site): Promise<Finding[]> {
  const address = addressFor(site);
  let endpoints: Stripe.WebhookEndpoint[];
  try {
    endpoints = (await site.stripe.client.webhookEndpoints.list({ limit: 100 }, once)).data;
  } catch (error) {
    const todo = "Give the restricted key read access to webhook endpoints, or compare the endpoint by hand.";
    return [warning(webhookName, `can’t be read: ${reasonOf(error)}`, todo), await checkDelivery(site)];
  }
  const own = endpoints.filter(({ url }) => url.replace(/\/+$/, "") === address);
  const best = own.find(isOfOurVersion) ?? own.find(isEnabled) ?? own[0];
  return [judgeEndpoint(best, address), await checkDelivery(site)];
}

const isEnabled = ({ status }: Stripe.WebhookEndpoint): boolean => status === "enabled";

/** The version of an endpoint is set where it is made, and never changes. */
const isOfOurVersion = (endpoint: Stripe.WebhookEndpoint): boolean =>
  isEnabled(endpoint) && endpoint.api_version === Stripe.API_VERSION;

const makeIt = "npm run doctor -- --create-webhook";

function judgeEndpoint(endpoint: Stripe.WebhookEndpoint | undefined, address: string): Finding {
  if (!endpoint) {
    return fault(webhookName, `there is no endpoint ${address}`, "Add the endpoint in Stripe’s dashboard.", makeIt);
  }
  const place = `${dashboard}/webhooks/${endpoint.id}`;
  if (!isEnabled(endpoint)) return fault(webhookName, "the endpoint is disabled", `Enable it at ${place}.`);
  const sent = new Set(endpoint.enabled_events);
  const missing = sent.has("*") ? [] : stripeEventTypes.filter((type) => !sent.has(type));
  if (missing.length > 0) {
    const judge = missing.every((type) => isAboutPayouts(type)) ? warning : fault;
    return judge(webhookName, `does not send ${missing.join(", ")}`, `Add these events at ${place}.`);
  }
  if (isOfOurVersion(endpoint)) return fine(webhookName, "sends every event that the site needs");
  const { api_version: version } = endpoint;
  const what = `sends events of ${version ? `version ${version}` : "the account’s default version"}, not of ${Stripe.API_VERSION}`;
  const todo = `Nothing is lost meanwhile, as the site reads everything again. Make a new endpoint, set its STRIPE_WEBHOOK_SECRET, and delete this one at ${place}.`;
  return warning(webhookName, what, todo, makeIt);
}

const isAboutPayouts = (type: string): boolean => payoutEventTypes.some((known) => known === type);

async function checkDelivery(site: Site): Promise<Finding> {
  const name = "Stripe’s messages";
  const health = await readWebhookHealth(site, "stripe");
  if (health.lastThinEvent) {
    const todo = `Delete the event destination with the payload style “Thin” at ${dashboard}/webhooks: the site needs snapshots.`;
    return fault(name, `a thin event came ${health.lastThinEvent}, which can’t be acted on`, todo);
  }
  if (health.isSecretSuspect) {
    const todo = "Compare STRIPE_WEBHOOK_SECRET with the signing secret of the endpoint in Stripe’s dashboard.";
    return fault(name, "the last ones had a bad signature", todo);
  }
  if (!health.lastEvent) return warning(name, "none has arrived yet", "Book a place yourself: the payment sends one.");
  const what = `the last one came ${health.lastEvent}`;
  return health.isSilent ? warning(name, what, "Send a test event from Stripe’s dashboard.") : fine(name, what);
}

/**
 * Creates the endpoint at this site's address, with events of the version that the site reads. Returns its signing
 * secret, which Stripe shows only now.
 */
export async function createWebhook(site: Pick<Site, "settings" | "stripe">): Promise<string> {
  const endpoint = await site.stripe.client.webhookEndpoints.create(
    {
      url: addressFor(site),
      api_version: Stripe.API_VERSION,
      enabled_events: [...stripeEventTypes],
      description: "Bookings and purchases",
    },
    { ...once, timeout: 2 * callPatienceMs },
  );
  if (!endpoint.secret) throw new Error("Stripe returned no signing secret");
  return endpoint.secret;
}

/** Says whether an endpoint has this site's address, in any state. One of another version is to be replaced. */
export async function hasWebhook(site: Pick<Site, "settings" | "stripe">): Promise<boolean> {
  const { data } = await site.stripe.client.webhookEndpoints.list({ limit: 100 }, once);
  const own = data.filter(({ url }) => url.replace(/\/+$/, "") === addressFor(site));
  return own.some((endpoint) => !isEnabled(endpoint) || isOfOurVersion(endpoint));
}
