import Stripe from "stripe";
import { payoutEventTypes, stripeEventTypes } from "../../payments/handle-stripe-event";
import { readWebhookHealth } from "../../payments/webhook-tally";
import { callPatienceMs, fault, fine, type Finding, reasonOf, type Site, warning } from "./finding";

const once = { timeout: callPatienceMs, maxNetworkRetries: 0 };
const dashboard = "https://dashboard.stripe.com";

/** Checks the key, whether the account can take card payments, the clock against Stripe's, and the webhook. */
export async function checkStripe(site: Site): Promise<Finding[]> {
  if (!site.settings.isLive && !site.settings.stripe) return [fine("Stripe", "the demo’s own; no money moves")];
  let account: Stripe.Response<Stripe.Account>;
  try {
    account = await site.stripe.client.accounts.retrieveCurrent({}, once);
  } catch (error) {
    return [judgeKeyError(error)];
  }
  const received = Date.parse(account.lastResponse.headers.date ?? "");
  return [
    judgeKey(site),
    judgeAccount(account),
    judgeCards(account),
    ...judgeTime(received - site.clock.now().getTime()),
    ...(await checkWebhook(site)),
    await checkPayouts(site),
  ];
}

function judgeKeyError(error: unknown): Finding {
  const name = "Stripe key";
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return fault(name, "Stripe rejects it", `Copy STRIPE_SECRET_KEY again from ${dashboard}/apikeys.`);
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    const todo =
      "Give the restricted key read access to the account and to webhook endpoints, so that they can be checked.";
    return warning(name, "accepted, but it may not read the account", todo);
  }
  return fault(
    name,
    `Stripe can’t be asked: ${reasonOf(error)}`,
    "Check this machine’s connection; status.stripe.com says whether Stripe works.",
  );
}

const judgeKey = ({ stripe: { isLive }, settings }: Site): Finding =>
  isLive || !settings.isLive
    ? fine("Stripe key", isLive ? "accepted, a live key" : "accepted, a test key")
    : fault("Stripe key", "it is a test key", `Copy the live key from ${dashboard}/apikeys.`);

function judgeAccount({ charges_enabled: canCharge, requirements }: Stripe.Account): Finding {
  const name = "Stripe account";
  if (canCharge) return fine(name, "can take payments");
  const reason = requirements?.disabled_reason;
  return fault(
    name,
    `can’t take payments yet${reason ? ` (${reason})` : ""}`,
    `Finish what Stripe asks for at ${dashboard}/account/onboarding.`,
  );
}

function judgeCards({ capabilities }: Stripe.Account): Finding {
  const name = "Card payments";
  if (capabilities?.card_payments === "active") return fine(name, "on");
  const todo = `Turn cards on at ${dashboard}/settings/payment_methods.`;
  return fault(name, capabilities?.card_payments === "pending" ? "Stripe is still checking them" : "off", todo);
}

/** Stripe refuses nothing for it, but signatures of webhooks that seem older than five minutes are. */
function judgeTime(skewMs: number): Finding[] {
  const minutes = Math.abs(skewMs) / 60_000;
  if (Number.isNaN(minutes) || minutes < 1) return [];
  const what = `this machine’s differs from Stripe’s by ${Math.round(minutes)} min`;
  return [fault("Time", what, "Let this machine take the time from the network (timedatectl set-ntp true).")];
}

const webhookName = "Stripe webhook";
const addressFor = ({ settings }: Pick<Site, "settings">) => `${settings.siteUrl}/webhooks/stripe`;

async function checkWebhook(site: Site): Promise<Finding[]> {
  const address = addressFor(site);
  let endpoints: Stripe.WebhookEndpoint[];
  try {
    endpoints = (await site.stripe.client.webhookEndpoints.list({ limit: 100 }, once)).data;
  } catch (error) {
    const todo = "Give the restricted key read access to webhook endpoints, or compare the endpoint by hand.";
    return [warning(webhookName, `can’t be read: ${reasonOf(error)}`, todo), await checkDelivery(site)];
  }
  const own = endpoints.filter(({ url }) => url.replace(/\/+$/, "") === address);
  return [judgeEndpoint(own.find(({ status }) => status === "enabled") ?? own[0], address), await checkDelivery(site)];
}

function judgeEndpoint(endpoint: Stripe.WebhookEndpoint | undefined, address: string): Finding {
  if (!endpoint) {
    const todo = "Add the endpoint in Stripe’s dashboard.";
    return fault(webhookName, `there is no endpoint ${address}`, todo, "npm run doctor -- --create-webhook");
  }
  const place = `${dashboard}/webhooks/${endpoint.id}`;
  if (endpoint.status !== "enabled") return fault(webhookName, "the endpoint is disabled", `Enable it at ${place}.`);
  const sent = new Set(endpoint.enabled_events);
  const missing = sent.has("*") ? [] : stripeEventTypes.filter((type) => !sent.has(type));
  if (missing.length === 0) return fine(webhookName, "sends every event that the site needs");
  const judge = missing.every((type) => isAboutPayouts(type)) ? warning : fault;
  return judge(webhookName, `does not send ${missing.join(", ")}`, `Add these events at ${place}.`);
}

const isAboutPayouts = (type: string): boolean => payoutEventTypes.some((known) => known === type);

async function checkDelivery(site: Site): Promise<Finding> {
  const name = "Stripe’s messages";
  const health = await readWebhookHealth(site, "stripe");
  if (health.isSecretSuspect) {
    const todo = "Compare STRIPE_WEBHOOK_SECRET with the signing secret of the endpoint in Stripe’s dashboard.";
    return fault(name, "the last ones had a bad signature", todo);
  }
  if (!health.lastEvent) return warning(name, "none has arrived yet", "Book a place yourself: the payment sends one.");
  const what = `the last one came ${health.lastEvent}`;
  return health.isSilent ? warning(name, what, "Send a test event from Stripe’s dashboard.") : fine(name, what);
}

/** Without them, only the pages about payouts and fees lack something. */
async function checkPayouts({ stripe: { client } }: Site): Promise<Finding> {
  const name = "Stripe payouts";
  try {
    await client.payouts.list({ limit: 1 }, once);
    await client.balanceTransactions.list({ limit: 1 }, once);
    return fine(name, "can be read");
  } catch (error) {
    const todo = "Give the restricted key read access to Payouts and to Balance transaction sources.";
    const isRefused = error instanceof Stripe.errors.StripePermissionError;
    return warning(name, isRefused ? "the key may not read them" : `can’t be read: ${reasonOf(error)}`, todo);
  }
}

/** Creates the endpoint at this site's address and returns its signing secret, which Stripe shows only now. */
export async function createWebhook(site: Pick<Site, "settings" | "stripe">): Promise<string> {
  const endpoint = await site.stripe.client.webhookEndpoints.create(
    { url: addressFor(site), enabled_events: [...stripeEventTypes], description: "Bookings and purchases" },
    { ...once, timeout: 2 * callPatienceMs },
  );
  if (!endpoint.secret) throw new Error("Stripe returned no signing secret");
  return endpoint.secret;
}

/** Says whether an endpoint has this site's address, in any state. */
export async function hasWebhook(site: Pick<Site, "settings" | "stripe">): Promise<boolean> {
  const { data } = await site.stripe.client.webhookEndpoints.list({ limit: 100 }, once);
  return data.some(({ url }) => url.replace(/\/+$/, "") === addressFor(site));
}
