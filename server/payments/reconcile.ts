import Stripe from "stripe";
import type { Services } from "../core/services";
import { findCheckouts } from "./checkout-pages";
import { takeDispute, takeFraudWarning, takeRefund } from "./handle-stripe-event";
import {
  listAwaitedPayments,
  listLostPages,
  listOpenPayments,
  listOverdueHolds,
  listPendingRefunds,
} from "./list-unsettled";
import { followCheckout, reconcilePayment } from "./reconcile-payment";
import { releaseUnpaid } from "./release";
import { sendRefund } from "./send-refund";

/**
 * How far back refunds and disputes are looked through for those of which no webhook told us: banks return a refund
 * weeks after it was made, and decide on a dispute after months.
 */
const lookBackSeconds = { refunds: 35 * 24 * 60 * 60, disputes: 120 * 24 * 60 * 60 };

/**
 * Asks Stripe about every payment that is neither paid nor closed, or that a bank may still make, about the pages that
 * may be open without our knowledge, and about refunds that are under way or were made in its dashboard; and ends holds
 * whose time is over. One that can't be asked about is left for the next round, and all of them once Stripe can't be
 * reached. Returns how many payments are different now.
 */
export async function reconcilePayments(services: Services): Promise<{ looked: number; updated: number }> {
  const open = [...(await listOpenPayments(services)), ...(await listAwaitedPayments(services))];
  let updated = 0;
  const isReached = await asking(services, async () => {
    await eachOf(services, open, async ({ id }) => {
      if ((await reconcilePayment(services, id)).updated) updated += 1;
    });
    await closeLostPages(services);
  });
  // No payment page leads to these: they end without Stripe, too.
  await asking(services, async () =>
    eachOf(services, await listOverdueHolds(services), (cause) => releaseUnpaid(services, cause)),
  );
  if (isReached) {
    await asking(services, async () => {
      await eachOf(services, await listPendingRefunds(services), ({ id }) => sendRefund(services, id));
      await pollRecentRefundsAndDisputes(services);
    });
  }
  if (updated > 0) services.log.info({ looked: open.length, updated }, "payments reconciled");
  return { looked: open.length, updated };
}

/** Closes pages that Stripe opened although its answer was lost and the place was given back. */
async function closeLostPages(services: Services): Promise<void> {
  const lost = await listLostPages(services);
  await eachOf(services, lost.length > 0 ? [lost] : [], async (all) => {
    const pages = await findCheckouts(services, all);
    await eachOf(services, [...pages], ([paymentId, page]) => followCheckout(services, paymentId, page));
  });
}

/** The payment intent says whether the payment is ours, without a request for each. */
const expand = ["data.payment_intent"];

/** Refunds, disputes and fraud warnings of the last weeks, whoever made them: what we know already changes nothing. */
async function pollRecentRefundsAndDisputes(services: Services): Promise<void> {
  const { client } = services.stripe;
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const since = (seconds: number) => ({ gte: now - seconds });
  await eachOf(services, [since(lookBackSeconds.refunds)], async (created) => {
    const refunds = await client.refunds.list({ created, limit: 100, expand }).autoPagingToArray({ limit: 10_000 });
    await eachOf(services, refunds, (refund) => takeRefund(services, refund));
  });
  await eachOf(services, [since(lookBackSeconds.disputes)], async (created) => {
    const disputes = await client.disputes.list({ created, limit: 100, expand }).autoPagingToArray({ limit: 10_000 });
    await eachOf(services, disputes, (dispute) => takeDispute(services, dispute));
  });
  await eachOf(services, [since(lookBackSeconds.refunds)], async (created) => {
    const list = client.radar.earlyFraudWarnings.list({ created, limit: 100, expand });
    const warnings = await list.autoPagingToArray({ limit: 10_000 });
    await eachOf(services, warnings, (warning) => takeFraudWarning(services, warning));
  });
}

/** Whether Stripe could be reached all the time: each request to a Stripe that hangs would hold a worker up anew. */
async function asking({ log }: Services, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    log.warn({ err: error }, "Stripe can't be reached: the rest is asked in the next round");
    return false;
  }
}

const isUnreachable = (error: unknown) => error instanceof Stripe.errors.StripeConnectionError;

/** One after the other; what fails is logged and does not stop the others, unless Stripe can't be reached. */
async function eachOf<Item>(services: Services, items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      services.log.warn({ err: error }, "not reconciled yet; trying again in the next round");
    }
  }
}
