import { StartError } from "@db/errors";
import Stripe from "stripe";
import { isUuid } from "../core/input-schemas";
import type { Log } from "../core/log";
import type { Refund } from "./paid-payments";

export type StripeAddress = { host: string; port: number; protocol: "http" | "https" };

/** Uses the SDK's API version, so that both are upgraded together. */
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

/** Rejects JSON that is no object: the SDK throws on it where nothing can catch the error. */
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

/** Throws a StartError if Stripe rejects the key (401), but not if Stripe is unreachable. */
export async function checkStripeKey(client: Stripe, log: Log): Promise<void> {
  try {
    await client.balance.retrieve({}, { timeout: timeoutMs, maxNetworkRetries: 0 });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      throw new StartError("STRIPE_SECRET_KEY: Stripe rejects this key; copy it again from Stripe's dashboard.");
    }
    if (error instanceof Stripe.errors.StripePermissionError) return;
    log.warn({ err: error }, "the Stripe key could not be checked; starting anyway");
  }
}

export type IntentHolder = { payment_intent?: string | Stripe.PaymentIntent | null };

export const intentOf = ({ payment_intent: intent }: IntentHolder): string | null =>
  typeof intent === "string" ? intent : (intent?.id ?? null);

export const isSameRefund = (atStripe: Stripe.Refund, { id, stripeRefundId }: Refund): boolean =>
  atStripe.id === stripeRefundId || atStripe.metadata?.refundId === id;

export function refundStateOf({ status }: Pick<Stripe.Refund, "status">): Refund["state"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

type WithMetadata = { metadata: Record<string, string> | null };

export const paymentIdOf = ({ metadata }: WithMetadata): string[] => {
  const id = metadata?.paymentId;
  return id && isUuid(id) ? [id] : [];
};

export const isOwnIntent = (intent: WithMetadata): boolean =>
  paymentIdOf(intent).length > 0 && Boolean(intent.metadata?.bookingId ?? intent.metadata?.purchaseId);

/**
 * Returns whether an object belongs to another product of the same Stripe account; false if the payment intent was not
 * expanded.
 */
export function isForeign({ payment_intent: intent }: IntentHolder): boolean {
  if (!intent) return true;
  return typeof intent === "object" && !isOwnIntent(intent);
}
