import Stripe from "stripe";

/** Where a Stripe API answers, when it isn't Stripe's own. */
type Address = { host: string; port: number; protocol: "http" | "https" };

/** The API version that this code was written against; the SDK's own, so that both move together. */
export function createStripeClient(options: { secretKey: string } & Partial<Address>): Stripe {
  const { secretKey, ...address } = options;
  return new Stripe(secretKey, { ...address, timeout: 15_000, maxNetworkRetries: 2, telemetry: false });
}
