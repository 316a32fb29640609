import Stripe from "stripe";
import { DomainError } from "../../errors";
import type { LedgerPeriod } from "./ledger-period";

/** What Stripe has of a period, by id where ours are looked up in it. */
export type StripeBooks = {
  /** Money that it has taken. */
  intents: Map<string, Stripe.PaymentIntent>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  /** Payment pages that are open now, whenever they were opened. */
  openPages: Stripe.Checkout.Session[];
};

type Period = Pick<LedgerPeriod, "from" | "until">;

/** Throws payment_provider_failed where Stripe can't be asked. */
export async function readStripeBooks(stripe: Stripe, { from, until }: Period): Promise<StripeBooks> {
  const created = { gte: seconds(from), lt: seconds(until) };
  const limit = 100;
  return orSay(async () => {
    const [intents, refunds, disputes, openPages] = await Promise.all([
      byId(stripe.paymentIntents.list({ created, limit })),
      byId(stripe.refunds.list({ created, limit })),
      byId(stripe.disputes.list({ created, limit })),
      byId(stripe.checkout.sessions.list({ status: "open", limit })),
    ]);
    return { intents, refunds, disputes, openPages: [...openPages.values()] };
  });
}

/** Those of the given ids that Stripe knows, whatever the period: what we note at its end may begin the next at Stripe. */
export async function readIntents(stripe: Stripe, ids: string[]): Promise<Stripe.PaymentIntent[]> {
  return known(ids, (id) => stripe.paymentIntents.retrieve(id));
}

export async function readRefunds(stripe: Stripe, ids: string[]): Promise<Stripe.Refund[]> {
  return known(ids, (id) => stripe.refunds.retrieve(id));
}

async function known<Found>(ids: string[], retrieve: (id: string) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  for (const id of ids) {
    try {
      found.push(await orSay(() => retrieve(id)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return found;
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

async function byId<Found extends { id: string }>(list: AsyncIterable<Found>): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for await (const object of list) found.set(object.id, object);
  return found;
}

async function orSay<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error) || !(error instanceof Stripe.errors.StripeError)) throw error;
    throw new DomainError("payment_provider_failed", "Stripe can’t be asked right now. Please try again in a minute.", {
      cause: error,
    });
  }
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
