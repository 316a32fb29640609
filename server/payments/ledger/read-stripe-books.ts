import Stripe from "stripe";
import { pageRequest } from "../stripe-failure";
import type { LedgerPeriod } from "./ledger-period";

export type StripeBooks = {
  intents: Map<string, Stripe.PaymentIntent>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  openPages: Stripe.Checkout.Session[];
};

type Period = Pick<LedgerPeriod, "from" | "until">;

/** Throws the SDK's errors, a TypeError for an invalid answer, and when `signal` is aborted. */
export async function readStripeBooks(
  stripe: Stripe,
  { from, until }: Period,
  signal: AbortSignal,
): Promise<StripeBooks> {
  const created = { gte: seconds(from), lt: seconds(until) };
  const limit = 100;
  const expand = ["data.payment_intent"];
  const [intents, refunds, disputes, openPages] = await Promise.all([
    byId(stripe.paymentIntents.list({ created, limit }, pageRequest), signal),
    byId(stripe.refunds.list({ created, limit, expand }, pageRequest), signal),
    byId(stripe.disputes.list({ created, limit, expand }, pageRequest), signal),
    byId(stripe.checkout.sessions.list({ status: "open", limit }, pageRequest), signal),
  ]);
  for (const object of [intents, refunds, disputes].flatMap((found) => [...found.values()])) requireAmount(object);
  return { intents, refunds, disputes, openPages: [...openPages.values()] };
}

/** Reads by id, as a payment recorded at a period's end may be in the next period at Stripe. */
export async function readIntents(stripe: Stripe, ids: string[], signal: AbortSignal): Promise<Stripe.PaymentIntent[]> {
  return readKnown(ids, (id) => stripe.paymentIntents.retrieve(id, {}, pageRequest), signal);
}

export async function readRefunds(stripe: Stripe, ids: string[], signal: AbortSignal): Promise<Stripe.Refund[]> {
  return readKnown(ids, (id) => stripe.refunds.retrieve(id, {}, pageRequest), signal);
}

type Entry = { id: string; amount: number; currency: string };

async function readKnown<StripeObject extends Entry>(
  ids: string[],
  retrieve: (id: string) => Promise<StripeObject>,
  signal: AbortSignal,
): Promise<StripeObject[]> {
  const found: StripeObject[] = [];
  for (const id of ids) {
    signal.throwIfAborted();
    try {
      const object = await retrieve(id);
      if (object.id !== id) throw unreadable();
      requireAmount(object);
      found.push(object);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return found;
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

async function byId<StripeObject extends { id: string; created: number }>(
  list: AsyncIterable<StripeObject>,
  signal: AbortSignal,
): Promise<Map<string, StripeObject>> {
  const found = new Map<string, StripeObject>();
  for await (const object of list) {
    signal.throwIfAborted();
    if (typeof object?.id !== "string" || typeof object.created !== "number") throw unreadable();
    found.set(object.id, object);
  }
  return found;
}

function requireAmount({ amount, currency }: Entry): void {
  if (typeof amount !== "number" || typeof currency !== "string") throw unreadable();
}

const unreadable = () => new TypeError("Stripe's answer can't be read");

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
