import { StartError } from "@db/start-error";
import Stripe from "stripe";
import type { Log } from "../core/log";

/** Where a Stripe API answers, when it isn't Stripe's own. */
export type StripeAddress = { host: string; port: number; protocol: "http" | "https" };

/** The API version that this code was written against; the SDK's own, so that both move together. */
export function createStripeClient(options: { secretKey: string } & Partial<StripeAddress>): Stripe {
  const { secretKey, ...address } = options;
  return new Stripe(secretKey, {
    ...address,
    httpClient: readingObjects(Stripe.createNodeHttpClient()),
    timeout: 15_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/**
 * Rejects an answer that is JSON but no object (`5`, `"text"`) as unreadable: the SDK throws over it where nothing can
 * catch the error, which would end the process.
 */
function readingObjects(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const toJSON = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body: unknown = await toJSON();
      if (typeof body !== "object" || body === null) throw new TypeError("Stripe's answer is not an object");
      return body;
    };
    return response;
  };
  return client;
}

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
