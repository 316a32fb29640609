import Stripe from "stripe";
import type { Services } from "../core/services";
import { findCheckouts } from "./checkout-pages";
import { syncDispute, syncFraudWarning, syncRefund } from "./handle-stripe-event";
import {
  listAwaitedPayments,
  listLostPages,
  listOpenPayments,
  listOverdueHolds,
  listPendingRefunds,
} from "./list-unsettled";
import { syncCheckout, reconcilePayment } from "./reconcile-payment";
import { releaseUnpaid } from "./release";
import { sendRefund } from "./send-refund";

/** How far to look back for missed webhooks: banks return refunds after weeks and decide disputes after months. */
const lookBackSeconds = { refunds: 35 * 24 * 60 * 60, disputes: 120 * 24 * 60 * 60 };

/** Reconciles everything unsettled and releases expired holds. What fails waits for the next round. */
export async function reconcilePayments(services: Services): Promise<{ looked: number; updated: number }> {
  const open = [...(await listOpenPayments(services)), ...(await listAwaitedPayments(services))];
  let updated = 0;
  const isReached = await untilUnreachable(services, async () => {
    await forEachLogged(services, open, async ({ id }) => {
      if ((await reconcilePayment(services, id)).updated) updated += 1;
    });
    await closeLostPages(services);
  });
  // These have no checkout, so they end without Stripe.
  await untilUnreachable(services, async () =>
    forEachLogged(services, await listOverdueHolds(services), (cause) => releaseUnpaid(services, cause)),
  );
  if (isReached) {
    await untilUnreachable(services, async () => {
      await forEachLogged(services, await listPendingRefunds(services), ({ id }) => sendRefund(services, id));
      await pollRecentRefundsAndDisputes(services);
    });
  }
  if (updated > 0) services.log.info({ looked: open.length, updated }, "payments reconciled");
  return { looked: open.length, updated };
}

/** Stripe opened these, but its answer was lost and the place was released. */
async function closeLostPages(services: Services): Promise<void> {
  const lost = await listLostPages(services);
  await forEachLogged(services, lost.length > 0 ? [lost] : [], async (all) => {
    const pages = await findCheckouts(services, all);
    await forEachLogged(services, [...pages], ([paymentId, page]) => syncCheckout(services, paymentId, page));
  });
}

const expand = ["data.payment_intent"];

async function pollRecentRefundsAndDisputes(services: Services): Promise<void> {
  const { client } = services.stripe;
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const since = (seconds: number) => ({ gte: now - seconds });
  await forEachLogged(services, [since(lookBackSeconds.refunds)], async (created) => {
    const refunds = await client.refunds.list({ created, limit: 100, expand }).autoPagingToArray({ limit: 10_000 });
    await forEachLogged(services, refunds, (refund) => syncRefund(services, refund));
  });
  await forEachLogged(services, [since(lookBackSeconds.disputes)], async (created) => {
    const disputes = await client.disputes.list({ created, limit: 100, expand }).autoPagingToArray({ limit: 10_000 });
    await forEachLogged(services, disputes, (dispute) => syncDispute(services, dispute));
  });
  await forEachLogged(services, [since(lookBackSeconds.refunds)], async (created) => {
    const list = client.radar.earlyFraudWarnings.list({ created, limit: 100, expand });
    const warnings = await list.autoPagingToArray({ limit: 10_000 });
    await forEachLogged(services, warnings, (warning) => syncFraudWarning(services, warning));
  });
}

/** Stops at a connection error: each further request would block a worker until its timeout. */
async function untilUnreachable({ log }: Services, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    log.warn({ err: error }, "Stripe can't be reached; the next run reconciles the rest");
    return false;
  }
}

const isUnreachable = (error: unknown) => error instanceof Stripe.errors.StripeConnectionError;

async function forEachLogged<Item>(
  services: Services,
  items: Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      services.log.warn({ err: error }, "not reconciled; the next run tries again");
    }
  }
}
