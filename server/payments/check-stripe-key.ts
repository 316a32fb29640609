import Stripe from "stripe";
import { StartError } from "@db/start-error";
import type { Log } from "../core/log";

const timeoutMs = 4000;

/**
 * Asks Stripe whether it accepts the key. Throws a StartError when Stripe rejects it (401). A key without this one
 * permission is accepted, and when Stripe cannot be reached or fails, the site starts all the same.
 */
export async function checkStripeKey(client: Stripe, log: Log): Promise<void> {
  try {
    await client.balance.retrieve({}, { timeout: timeoutMs, maxNetworkRetries: 0 });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      throw new StartError("STRIPE_SECRET_KEY: Stripe rejects this key; copy it anew from Stripe's dashboard.");
    }
    if (error instanceof Stripe.errors.StripePermissionError) return;
    log.warn({ err: error }, "the Stripe key could not be checked; starting without");
  }
}
