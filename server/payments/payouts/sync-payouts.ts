import { and, asc, eq, isNull, min, max } from "drizzle-orm";
import Stripe from "stripe";
import { balanceTransactions, payments, payoutReading, payouts } from "@db/schema";
import type { Services } from "../../core/services";
import { type StripeFailure, stripeFailureOf } from "../stripe-failure";
import { storePayouts } from "./store-payouts";
import { storeTransactions } from "./store-transactions";

type PayoutSync = { failure: StripeFailure | null };

/**
 * Reads payouts and the movements of the balance from Stripe: what is new, and what may have changed. Safe to repeat,
 * at the same time, and to be stopped anywhere. Stripe's errors are noted for the page and returned.
 */
export async function syncPayouts(services: Services): Promise<PayoutSync> {
  const { clock, log } = services;
  try {
    const begin = await firstPaymentAt(services);
    if (begin) {
      await readTransactions(services, begin);
      await readPayouts(services, begin);
      await readContents(services);
    }
    await noteReading(services, { readAt: clock.now(), failure: null });
    return { failure: null };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const failure = stripeFailureOf(error);
    log.warn({ err: error }, "payouts could not be read from Stripe; the next run tries again");
    await noteReading(services, { failure });
    return { failure };
  }
}

const dayMs = 24 * 60 * 60_000;
/** Windows are stored one by one, so that a long history continues where it stopped. */
const windowDays = 31;
/** How far back to look again for movements that Stripe listed late. */
const overlapDays = 3;
/** A payout may fail days after it was reported as paid. */
const unsettledDays = 35;

const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * dayMs);

/** What came before the site's first payment is not of interest. */
async function firstPaymentAt({ db }: Services): Promise<Date | null> {
  const [first] = await db
    .select({ at: min(payments.paidAt) })
    .from(payments)
    .where(and(eq(payments.provider, "stripe"), eq(payments.state, "paid")));
  return first?.at ? daysBefore(first.at, 1) : null;
}

/** From the oldest to the newest, so that everything older than the newest one that is stored has been read. */
async function readTransactions(services: Services, begin: Date): Promise<void> {
  const { db, stripe, clock } = services;
  const [newest] = await db.select({ at: max(balanceTransactions.createdAt) }).from(balanceTransactions);
  const now = clock.now();
  let from = newest?.at ? daysBefore(newest.at, overlapDays) : begin;
  while (from <= now) {
    const until = daysBefore(from, -windowDays);
    const list = stripe.client.balanceTransactions.list({
      created: { gte: seconds(from), lt: seconds(until) },
      limit: 100,
      expand: ["data.source"],
    });
    await storeTransactions(services, await allOf(list));
    from = until;
  }
}

async function readPayouts(services: Services, begin: Date): Promise<void> {
  const { db, stripe } = services;
  const [newest] = await db.select({ at: max(payouts.createdAt) }).from(payouts);
  const since = newest?.at ? daysBefore(newest.at, unsettledDays) : begin;
  await storePayouts(
    services,
    await allOf(stripe.client.payouts.list({ created: { gte: seconds(since) }, limit: 100 })),
  );
}

/** Reads what each payout holds, once; Stripe does not say it of payouts that were made by hand. */
async function readContents(services: Services): Promise<void> {
  const { db, stripe, log } = services;
  const unread = await db
    .select({ id: payouts.id, stripePayoutId: payouts.stripePayoutId })
    .from(payouts)
    .where(and(isNull(payouts.readAt), eq(payouts.reconciliation, "completed")))
    .orderBy(asc(payouts.createdAt));
  for (const { id, stripePayoutId: payout } of unread) {
    try {
      const list = stripe.client.balanceTransactions.list({ payout, limit: 100, expand: ["data.source"] });
      await storeTransactions(services, await allOf(list), id);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      log.warn({ err: error, payout }, "what a payout holds could not be read; the next run tries again");
    }
  }
}

async function allOf<StripeObject>(list: AsyncIterable<StripeObject>): Promise<StripeObject[]> {
  const found: StripeObject[] = [];
  for await (const object of list) found.push(object);
  return found;
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

async function noteReading({ db }: Services, seen: { readAt?: Date; failure: StripeFailure | null }): Promise<void> {
  await db.insert(payoutReading).values(seen).onConflictDoUpdate({ target: payoutReading.isOnly, set: seen });
}
