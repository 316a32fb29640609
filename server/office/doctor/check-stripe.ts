import Stripe from "stripe";
import { checkKey } from "./check-stripe-key";
import { checkWebhook } from "./check-stripe-webhook";
import { callPatienceMs, fault, fine, type Finding, reasonOf, type Site, warning } from "./finding";

const once = { timeout: callPatienceMs, maxNetworkRetries: 0 };
const dashboard = "https://dashboard.stripe.com";

/** Checks the key and its rights, whether the account can take card payments, the clock against Stripe's, and the webhook. */
export async function checkStripe(site: Site): Promise<Finding[]> {
  if (!site.settings.isLive && !site.settings.stripe) return [fine("Stripe", "the demo’s own; no money moves")];
  let account: Stripe.Response<Stripe.Account>;
  try {
    account = await site.stripe.client.accounts.retrieveCurrent({}, once);
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripePermissionError;
    return [judgeKeyError(error), ...(isRefused ? [...(await checkWebhook(site)), ...(await checkKey(site))] : [])];
  }
  const received = Date.parse(account.lastResponse.headers.date ?? "");
  return [
    judgeKey(site),
    judgeAccount(account),
    judgeCards(account),
    ...judgeTime(received - site.clock.now().getTime()),
    ...(await checkWebhook(site)),
    ...(await checkKey(site)),
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
