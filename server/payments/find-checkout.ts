import type Stripe from "stripe";
import type { Services } from "../core/services";
import type { Payment } from "./paid-payments";

/** Our clock and Stripe's may differ by so much. */
const slackSeconds = 10 * 60;

type Sought = Pick<Payment, "id" | "createdAt">;

/**
 * The Checkout sessions that were opened for payments of ours although we never got the answer that said so, by the
 * payment's id. They are looked for among all that Stripe has opened since. (Repeating the call under its idempotency
 * key would open a page where there was none, would be refused once the hold is over, and works for a day only.)
 */
export async function findCheckouts(
  { stripe }: Pick<Services, "stripe">,
  sought: Sought[],
): Promise<Map<string, Stripe.Checkout.Session>> {
  const found = new Map<string, Stripe.Checkout.Session>();
  if (sought.length === 0) return found;
  const ids = new Set(sought.map(({ id }) => id));
  const since = Math.min(...sought.map(({ createdAt }) => createdAt.getTime()));
  const created = { gte: Math.floor(since / 1000) - slackSeconds };
  for await (const checkout of stripe.client.checkout.sessions.list({ created, limit: 100 })) {
    const paymentId = checkout.metadata?.paymentId;
    if (paymentId && ids.has(paymentId)) found.set(paymentId, checkout);
    if (found.size === ids.size) break;
  }
  return found;
}
